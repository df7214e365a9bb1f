package org.gpucomm.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class NamedValuesTest {

    @Test
    void theTextIsReadAndWrittenInTheOrderGiven() {
        assertThat(NamedValues.parse("proto=LL128;algo=RING;channels=16"))
                .hasToString("proto=LL128;algo=RING;channels=16");
    }

    @Test
    void orderPlaysNoPartInEquality() {
        var one = NamedValues.parse("a=1;b=2");
        var other = NamedValues.of("b", "2").with("a", "1");
        assertThat(one).isEqualTo(other).hasSameHashCodeAs(other);
        assertThat(other.sortedText()).isEqualTo(one.sortedText()).isEqualTo("a=1;b=2");
    }

    @Test
    void ofANameThatIsGivenTwiceTheLastValueCounts() {
        assertThat(NamedValues.parse("a=1;b=2;a=3")).hasToString("a=3;b=2");
        assertThat(NamedValues.of("a", "1").with(NamedValues.of("a", "3"))).hasToString("a=3");
    }

    @Test
    void whatPartsValuesIsTakenOutOfThem() {
        assertThat(NamedValues.of("my name=x", "1;2\n3")).hasToString("my_name_x=1,2 3");
    }

    @Test
    void nothingIsNoValue() {
        assertThat(NamedValues.parse(null)).isEqualTo(NamedValues.NONE);
        assertThat(NamedValues.parse(" ; ")).isEqualTo(NamedValues.NONE);
        assertThat(NamedValues.NONE).hasToString("");
    }

    @Test
    void aValueMustHaveAName() {
        assertThatThrownBy(() -> NamedValues.of(" ", "1")).hasMessage("a value must have a name, '1' has none");
    }
}
