package org.gpucomm.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "export AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE | export AWS_ACCESS_KEY_ID=********************",
            "AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG | AWS_SECRET_ACCESS_KEY=*********************",
            "HF_TOKEN: hf_abcdefghijklmnopqrstu end | HF_TOKEN: ************************ end",
            "node-1: env MY_PASSWORD=hunter22 NCCL_DEBUG=INFO | node-1: env MY_PASSWORD=******** NCCL_DEBUG=INFO",
            "{\"password\": \"correct horse\"} | {\"password\": ***************}",
            "run --token abcdef all_gather_perf | run --token ****** all_gather_perf",
            "git clone https://me:pass@host/x | git clone https://*******@host/x",
            "curl -H 'Authorization: Bearer abcdefghijklmnop' | curl -H 'Authorization: Bearer ****************'",
            "Authorization: Basic dXNlcjpwYXNzd29yZA== | Authorization: Basic ********************",
            "_authToken=npm_abcdefghijklmnopqrstuvwxyz0123456789 | _authToken=****************************************",
            "AccountKey=abcdEFGH1234; | AccountKey=************;",
            "+ xapp-1-A012-345-abcdef | + **********************",
            "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKB | ****************************************************************"})
    void itsCharactersAreStarsAndAllElseStaysWhereItWas(String line, String shown) {
        assertThat(Secrets.hide(line)).isEqualTo(shown).hasSameSizeAs(line);
    }

    /** Lines of real programs, where a number or a word that is hidden would be a loss. */
    @ParameterizedTest
    @ValueSource(strings = {
            "[config] num_tokens=4096, hidden=7168, num_topk=8", "token: 128", "--num-token 4096 --key-size 2048",
            "NCCL INFO mr key 0x1234 rkey=0xdeadbeef01", "tokens per second: 123456.7",
            "       1048576        262144     float     sum      -1    125.1    8.38   15.72      0",
            "NCCL INFO cudaDriverVersion 12080 secret: none", "FI_EFA_USE_DEVICE_RDMA=1 slurm_auth munge",
            "http://127.0.0.1:8080/uploads/0123456789abcdef", "HF_TOKEN=[hidden]", "password = $PASSWORD"})
    void whatIsNoneIsLeftAsItIs(String line) {
        assertThat(Secrets.hide(line)).isEqualTo(line);
    }

    @Test
    void settingsKeepTheirNamesAndLoseTheirSecrets() {
        var settings = NamedValues.parse("HF_TOKEN=abcdefgh;channels=8;id=AKIAIOSFODNN7EXAMPLE;num_tokens=128");
        assertThat(settings.withoutSecrets().text())
                .isEqualTo("HF_TOKEN=[hidden];channels=8;id=[hidden];num_tokens=128");
        var ofCommands = NamedValues
                .parse("cmd=run --token abcdefgh;env=MY_PASSWORD=hunter22 x;auth=Bearer abcdefghijklmnop;args=--num-tokens 4096");
        assertThat(ofCommands.withoutSecrets().text())
                .isEqualTo(
                        "cmd=run --token ********;env=MY_PASSWORD=******** x;auth=Bearer ****************;args=--num-tokens 4096");
    }
}
