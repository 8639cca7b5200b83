import TextFormats

/// The style sheet of the page, for light and dark mode, wide and narrow windows, and paper.
enum ProofStyle {
  static let sheet: Markup = """
    :root{color-scheme:light dark;--page:#f6f6f4;--card:#fff;--ink:#1c1d1f;--faint:#5b5e66;\
    --line:#dfdfda;--code:#f0f0ec;--good:#1b6b3a;--goodground:#e6f3ea;--bad:#a3201a;\
    --badground:#fcebea;--open:#7a5200;--openground:#fdf2d8;--none:#5b5e66;--noneground:#ececea;\
    --derived:#2f855a;--unproven:#b3352c;--pins:#4a6fa5;--texts:#b5bac4;--unexplained:#d08a1d}
    @media screen and (prefers-color-scheme:dark){:root{--page:#131416;--card:#1b1d20;--ink:#eceef0;\
    --faint:#a3a8b1;--line:#31343a;--code:#24272b;--good:#8fd6a8;--goodground:#173524;\
    --bad:#ffb3ab;--badground:#46201d;--open:#f5cd79;--openground:#3b2e10;--none:#b0b4bc;\
    --noneground:#2a2d31;--derived:#4fae7d;--unproven:#d9695f;--pins:#7d9fd1;--texts:#565b65;--unexplained:#dfa03f}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--page);color:var(--ink);font:16px/1.55 system-ui,sans-serif;\
    print-color-adjust:exact;-webkit-print-color-adjust:exact}
    header,main,footer{max-width:920px;margin:0 auto;padding:0 24px}
    header{padding-top:48px}
    h1,h2,h3,p,dl,dd,ul,pre{margin:0}
    h1{font-size:40px;line-height:1.1;letter-spacing:-.02em;display:flex;align-items:center;gap:14px}
    h1 i{font-size:26px;width:48px;height:48px;border-radius:50%;flex:none;display:grid;\
    place-items:center}
    i{font-style:normal}
    .kind{color:var(--faint);margin-bottom:10px}
    .lead{font-size:20px;line-height:1.4;margin:16px 0 20px}
    h2{font-size:22px;line-height:1.25;letter-spacing:-.01em;display:flex;flex-wrap:wrap;\
    align-items:center;gap:6px 12px;margin-bottom:10px}
    h3{font-size:16px;line-height:1.3;margin:24px 0 8px;display:flex;flex-wrap:wrap;\
    align-items:center;gap:4px 10px}
    section{background:var(--card);border:1px solid var(--line);border-radius:14px;\
    padding:26px 28px;margin:20px 0;overflow-wrap:anywhere}
    code,pre{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
    pre{background:var(--code);border-radius:8px;padding:12px 14px;white-space:pre-wrap;\
    overflow-wrap:anywhere}
    header dl div,.facts div{display:grid;grid-template-columns:168px 1fr;gap:2px 16px;padding:5px 0}
    dt{color:var(--faint)}
    dd{overflow-wrap:anywhere}
    .facts{margin:6px 0}
    #environment dl{font-size:13px;font-variant-numeric:tabular-nums}
    .facts div{border-top:1px solid var(--line);padding:8px 0}
    .facts div:first-child{border-top:0}
    .cards{list-style:none;padding:0;margin:26px 0 0;display:grid;\
    grid-template-columns:repeat(4,1fr);gap:12px}
    .cards a{display:flex;flex-direction:column;gap:4px;height:100%;background:var(--card);\
    border:1px solid var(--line);border-radius:14px;padding:16px;color:inherit;text-decoration:none;\
    font-size:14px;line-height:1.4;overflow-wrap:anywhere}
    .cards a:hover,.cards a:focus-visible{border-color:var(--faint)}
    .cards b{font-size:16px}
    .cards a>span:last-child{color:var(--faint)}
    .state,.badge{font-size:13px;font-weight:600;letter-spacing:0;display:inline-flex;gap:6px;\
    align-items:center;border-radius:99px;padding:2px 11px}
    .state{align-self:flex-start}
    .proven .state,.badge.proven,.proven h1 i{color:var(--good);background:var(--goodground)}
    .found .state,.badge.found,.found h1 i{color:var(--bad);background:var(--badground)}
    .not-proven .state,.badge.not-proven,.not-proven h1 i{color:var(--open);\
    background:var(--openground)}
    header .not-covered .state,.badge.not-covered{color:var(--none);background:var(--noneground)}
    header .proven .state{color:var(--good);background:var(--goodground)}
    header .found .state{color:var(--bad);background:var(--badground)}
    header .not-proven .state{color:var(--open);background:var(--openground)}
    .findings{list-style:none;padding:0;margin:10px 0}
    .findings li{border-radius:8px;padding:7px 12px;margin-top:5px;font-size:14px}
    .findings.found li{background:var(--badground);color:var(--bad)}
    .findings.not-proven li{background:var(--openground);color:var(--open)}
    .findings.proven li,.findings.not-covered li{background:var(--noneground);color:var(--none)}
    .plain{list-style:none;padding:0}
    .plain li+li{margin-top:6px}
    .remarks{background:var(--openground);border-color:transparent}
    .remarks h2{font-size:17px}
    .words{color:var(--faint);font-size:14.5px;margin-top:16px;display:grid;gap:8px}
    .words b{color:var(--ink)}
    .again{color:var(--faint);font-size:14px;margin:16px 0 6px}
    article{border-top:1px solid var(--line);margin-top:18px;padding-top:14px}
    article h3{font-size:17px;margin:0 0 6px}
    .version{color:var(--faint);font-weight:400}
    .bar{display:flex;height:14px;border-radius:7px;overflow:hidden;gap:2px;margin:14px 0 6px}
    .bar i{flex-basis:0;min-width:3px}
    .bar .derived,.key.derived{background:var(--derived)}
    .bar .unproven,.key.unproven{background:var(--unproven)}
    .bar .pins,.key.pins{background:var(--pins)}
    .bar .texts,.key.texts{background:var(--texts)}
    .bar .unexplained,.key.unexplained{background:var(--unexplained)}
    .key{display:inline-block;width:10px;height:10px;border-radius:3px;margin-right:10px}
    table{border-collapse:collapse;width:100%;font-size:14px;margin:6px 0}
    th,td{text-align:left;vertical-align:top;padding:7px 12px 7px 0;border-top:1px solid var(--line)}
    th{font-weight:400}
    thead th{color:var(--faint);border-top:0;font-size:13px}
    td.number{white-space:nowrap;font-variant-numeric:tabular-nums}
    .totals td.number,.totals thead th+th{text-align:right}
    tfoot th,tfoot td{font-weight:600}
    .aside{color:var(--faint);font-size:14px;margin-top:14px}
    footer{color:var(--faint);font-size:13px;padding-bottom:48px}
    @media (max-width:760px){.cards{grid-template-columns:1fr 1fr}}
    @media (max-width:520px){header,main,footer{padding-left:14px;padding-right:14px}\
    header{padding-top:28px}h1{font-size:31px}.lead{font-size:18px}section{padding:20px 16px}\
    header dl div,.facts div{grid-template-columns:1fr}.cards{gap:8px}.cards a{padding:12px}\
    thead{position:absolute;clip-path:inset(50%)}table:not(.totals) :is(tr,th,td){display:block}\
    table:not(.totals) tr{border-top:1px solid var(--line);padding:8px 0}\
    table:not(.totals) :is(th,td){border:0;padding:1px 0}}
    @media print{body{background:none;font-size:12px}header{padding-top:0}\
    section{border:0;padding:12px 0;break-inside:auto}article,tr,.cards li{break-inside:avoid}\
    h2,h3{break-after:avoid}}
    """
}
