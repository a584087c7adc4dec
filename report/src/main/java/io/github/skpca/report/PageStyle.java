package io.github.skpca.report;

/** The style sheet of a report page. */
final class PageStyle {
    private static final String LIGHT = "color-scheme:light dark;--ground:#f5f6f8;--accent:#0069a8;";
    private static final String DARK = "--ground:#0f1217;--accent:#5bb5ee;";

    /** Holds no character that would need escaping, so that the page is also well-formed XML. */
    private static final String RULES = """
            *{box-sizing:border-box}
            html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
            body{margin:0;background:var(--ground);color:var(--ink);line-height:1.55;
            font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
            main,footer{max-width:70rem;margin:0 auto;padding:0 clamp(1rem,4vw,2.5rem)}
            main{padding-top:clamp(1.5rem,5vw,3.5rem)}
            h1{font-size:clamp(1.6rem,1.2rem + 2vw,2.3rem);line-height:1.2;letter-spacing:-.015em;margin:0 0 .5rem}
            h2{font-size:1.3rem;line-height:1.3;margin:2.75rem 0 .75rem}
            h1,h2,p,dt,dd,figcaption{overflow-wrap:anywhere}
            p{max-width:44rem;margin:.75rem 0}
            .lead{font-size:1.12rem;color:var(--quiet);margin:0 0 1.75rem}
            .figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,10.5rem),1fr));
            gap:.9rem;margin:1.5rem 0}
            .figures div,figure,.scroll{background:var(--paper);border:1px solid var(--grid);border-radius:.6rem}
            .figures div{padding:.9rem 1.05rem}
            dt{font-size:.85rem;color:var(--quiet)}
            dd{margin:0}
            .value{font-size:clamp(1.25rem,1.05rem + .8vw,1.55rem);font-weight:600;line-height:1.3;font-variant-numeric:tabular-nums}
            .why{font-size:.85rem;color:var(--quiet);line-height:1.45;margin-top:.2rem}
            .charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,27rem),1fr));
            gap:.9rem;margin:1.25rem 0;align-items:start}
            figure{margin:0;padding:.35rem;overflow:hidden}
            figure svg{display:block;width:100%;height:auto}
            .wide{margin:1.25rem 0}
            .wide div{overflow-x:auto}
            .wide svg{min-width:44rem}
            .panels{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr));
            gap:.9rem;margin:1.25rem 0;align-items:start}
            .images{margin:1.25rem 0;width:fit-content;max-width:100%}
            .images div{overflow-x:auto}
            .images svg{width:auto;max-width:100%;min-width:min(30rem,200vw)}
            .map{margin:1.25rem 0;max-width:46rem}
            .map .away{display:none}
            .controls{display:flex;flex-wrap:wrap;gap:.5rem 1.1rem;padding:.7rem .9rem .2rem;font-size:.9rem;color:var(--quiet)}
            .controls[hidden]{display:none}
            select{font:inherit;color:var(--ink);background:var(--paper);border:1px solid var(--quiet);border-radius:.35rem;
            padding:.2rem .4rem;max-width:14rem}
            select:focus-visible,summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
            .hint{margin:0;padding:.1rem .9rem;font-size:.9rem;min-height:1.6em;font-variant-numeric:tabular-nums}
            details{margin:.5rem 0}
            summary{cursor:pointer;padding:.35rem 0;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
            .tone.good{--tone:var(--c2)}.tone.bad{--tone:var(--c1)}.tone.mixed{--tone:var(--c5)}.tone.unknown{--tone:var(--c4)}
            .figures .tone{border-left:.3rem solid var(--tone)}.figures .tone dt,td.tone{color:var(--tone)}
            figcaption{padding:.4rem .9rem .8rem;font-size:.9rem;color:var(--quiet)}
            .table-name{font-weight:600;margin:1.5rem 0 .5rem}
            .scroll{overflow:auto;max-height:34rem;max-width:100%;width:fit-content;margin:.5rem 0 1.25rem}
            .scroll:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
            table{border-collapse:separate;border-spacing:0;font-size:.92rem}
            th,td{padding:.5rem .95rem;text-align:left;vertical-align:top;min-width:4rem;max-width:min(26rem,70vw);
            overflow-wrap:break-word}
            .prose{max-height:none;width:auto}
            .prose table{width:100%;min-width:44rem}
            .prose th,.prose td{max-width:none;white-space:pre-line;font-size:.88rem}
            .prose td:first-child{font-weight:600}.prose th:first-child{width:13%}.prose th:last-child{width:46%}
            th{position:sticky;top:0;background:var(--paper);border-bottom:1px solid var(--quiet);
            font-weight:600;vertical-align:bottom}
            td{border-bottom:1px solid var(--grid)}
            tbody tr:last-child td{border-bottom:0}
            .number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}th.number{white-space:normal}
            footer{margin-top:3rem;padding-top:1rem;padding-bottom:2.5rem;font-size:.85rem;color:var(--quiet)}
            footer p{margin:0 0 .4rem}
            pre{margin:0;padding:.7rem .95rem;background:var(--paper);border:1px solid var(--grid);border-radius:.5rem;
            white-space:pre-wrap;overflow-wrap:anywhere;color:var(--ink)}
            pre span{white-space:nowrap}
            code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:.95em}
            @media (max-width:32rem){th,td{padding:.4rem .6rem;min-width:0}}
            @media print{body{background:none;font-size:10pt}main,footer{max-width:none;padding-left:0;padding-right:0}
            main{padding-top:0}.controls,.hint{display:none}h2{break-after:avoid}figure,.figures div,tr{break-inside:avoid}
            .wide svg{min-width:0}.charts{grid-template-columns:1fr 1fr}.scroll{overflow:visible;max-height:none;width:auto}.prose table{min-width:0}
            th{position:static}thead{display:table-header-group}table{width:auto}
            td,th,.number{min-width:0;max-width:none;padding:.25rem .4rem;font-size:8pt;
            white-space:normal;overflow-wrap:anywhere}}
            """;

    private PageStyle() {}

    static String css() {
        return ":root{" + LIGHT + Palette.LIGHT.variables() + "}\n@media screen and (prefers-color-scheme:dark){:root{"
                + DARK + Palette.DARK.variables() + "}}\n" + RULES;
    }
}
