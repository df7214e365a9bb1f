package org.gpucomm.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

class DevicePairTest {

    @Test
    void allThreeSpellingsNameARowAndAColumnAndLeaveTheOtherSettings() {
        assertThat(DevicePair.of(NamedValues.parse("pair=0-11;blocks=8"))).hasValue(
                new DevicePair("0", "11", NamedValues.of("blocks", "8")));
        assertThat(DevicePair.of(NamedValues.parse("row=2;column=3"))).hasValue(
                new DevicePair("2", "3", NamedValues.NONE));
        assertThat(DevicePair.of(NamedValues.parse("from=G0;executor=G0;to=G1"))).hasValue(
                new DevicePair("G0", "G1", NamedValues.of("executor", "G0")));
    }

    @Test
    void settingsThatNameOneSideOnlyOrNoneAreNoPair() {
        assertThat(DevicePair.of(NamedValues.parse("row=2;blocks=8"))).isEmpty();
        assertThat(DevicePair.of(NamedValues.parse("pair=first"))).isEmpty();
        assertThat(DevicePair.of(NamedValues.parse("pair=0-"))).isEmpty();
        assertThat(DevicePair.of(NamedValues.NONE)).isEmpty();
    }

    @Test
    void namesAreOrderedAsPeopleCount() {
        assertThat(Stream.of("10", "9", "GPU 10", "GPU 2", "1/0", "0/12", "0/3", "007", "7")
                .sorted(DevicePair.AS_COUNTED))
                .containsExactly("0/3", "0/12", "1/0", "007", "7", "9", "10", "GPU 2", "GPU 10");
    }
}
