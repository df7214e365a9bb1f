package org.gpucomm.analysis.compare;

/** A headline with its details in one text. */
final class HeadlineText {

    private static final String ALSO = "Also: ";

    private HeadlineText() {}

    static String of(Headline headline) {
        var sentence = headline.sentence();
        var details = headline.details();
        return details.startsWith(ALSO)
                ? sentence.substring(0, sentence.length() - 1) + "; " + details.substring(ALSO.length())
                : (sentence + " " + details).strip();
    }
}
