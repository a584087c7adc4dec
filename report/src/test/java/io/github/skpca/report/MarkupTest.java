package io.github.skpca.report;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

final class MarkupTest {
    @Test
    void escapesWhatCouldEndATextOrAnAttribute() {
        assertThat(Markup.escape("<a href=\"x\" b='y'>&")).isEqualTo("&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;");
    }

    @Test
    void replacesWhatXmlForbidsAndWhatRearrangesText() {
        assertThat(Markup.escape("a\0b\u001bc\ud800d\uffffe\u202ef\u2066g\u0085h\rI"))
                .isEqualTo("a�b�c�d�e�f�g�h�I");
    }

    @Test
    void keepsOrdinaryTextOfAnyScript() {
        String text = "naïve 漢字 عربي 😀\n\tσ₁² ≤ ε";
        assertThat(Markup.escape(text)).isEqualTo(text);
    }
}
