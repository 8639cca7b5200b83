import TextFormats

/// The style sheet of the device views. Devices look the same in a light and in a dark browser.
enum SceneStyle {
  static let sheet: Markup = """
    .scenes{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(236px,100%),1fr));gap:16px}
    .scene figcaption{margin-top:6px}
    .stage{height:208px;border-radius:18px;overflow:hidden;display:flex;flex-wrap:wrap;gap:12px;\
    align-items:center;align-content:center;justify-content:center;padding:14px;color:#1d1d1f;\
    font:11px/1.3 system-ui,sans-serif;position:relative}
    .app{width:64px;display:flex;flex-direction:column;align-items:center;gap:5px}
    .app>span,.tab>span,.finder>span,.row b{max-width:100%;overflow:hidden;text-overflow:ellipsis;\
    white-space:nowrap}
    .app>span{max-width:70px}
    .ghost{display:block;width:60px;height:60px;border-radius:14px;background:#ffffff59}
    .home{display:grid;grid-template-columns:repeat(3,64px);align-content:center;gap:14px 12px}
    .home.two{grid-template-columns:repeat(2,64px);gap:14px 32px}
    .home .ghost{margin-bottom:19px}
    .sky{background:linear-gradient(165deg,#9cc9f5,#d9d3f2 55%,#f7d9c9)}
    .night{background:linear-gradient(165deg,#0b1226,#232046 60%,#3a2340);color:#f2f2f5}
    .night .ghost{background:#ffffff21}
    .back .pic{background:linear-gradient(#313136,#141416);color:#ffb454}
    .hill{background:linear-gradient(170deg,#e9f0dc,#bcd8c3 60%,#8fb8ae)}
    .themed{display:contents}
    .themed .pic{background:#d3e4fb;color:#133a63}
    .themed.dark .pic{background:#1b2b3d;color:#b5d4fa}
    .dusk{background:linear-gradient(165deg,#e6def7,#c3cdf3)}
    .tabs{background:#e3e5ea;flex-direction:column;flex-wrap:nowrap;align-items:stretch;gap:16px}
    .browser{border-radius:10px;overflow:hidden;background:#cfd3da;box-shadow:0 1px 4px #0003}
    .browser.dark{background:#202124;color:#e8eaed}
    .browser>i{display:block;height:32px;background:#fff}
    .browser.dark>i{background:#35363a}
    .tab{display:flex;align-items:center;gap:8px;width:150px;margin:8px 0 0 10px;padding:8px 10px;\
    background:#fff;border-radius:8px 8px 0 0}
    .browser.dark .tab{background:#35363a}
    .mac{background:linear-gradient(160deg,#f5b78f,#c2769c 50%,#4d4d93);align-content:flex-end}
    .finder{position:absolute;left:14px;right:14px;top:14px;display:flex;gap:8px;align-items:center;\
    background:#fffffff2;border-radius:9px;padding:8px 12px 26px}
    .dock{display:flex;gap:8px;align-items:center;padding:8px;border-radius:20px;\
    background:#ffffff52;max-width:100%}
    .dock .ghost{flex:0 1 52px;width:52px;height:52px;border-radius:12px}
    .linux{background:linear-gradient(160deg,#2d2a3e,#4b3350 60%,#7a3d4c);color:#fff;\
    flex-direction:column;flex-wrap:nowrap;justify-content:space-between}
    .linux .dock{background:#0006;gap:12px}
    .linux .dock .ghost{flex:0 1 48px;width:48px;height:48px}
    .tools{display:flex;justify-content:flex-end;padding:9px 14px}
    .windows{background:linear-gradient(150deg,#1d6fd0,#63b1f1 60%,#bfe3fb);color:#fff;\
    justify-content:flex-start;align-content:flex-start;text-shadow:0 1px 2px #000a}
    .bar{position:absolute;inset:auto 0 0;height:44px;background:#eef3fae6;display:flex;gap:16px;\
    align-items:center;justify-content:center}
    .bar .ghost{width:24px;height:24px;border-radius:5px;background:#0000001f}
    .store{background:#fff;flex-direction:column;flex-wrap:nowrap;align-items:stretch;gap:22px;\
    border:1px solid #e4e4ea}
    .row{display:flex;gap:12px;align-items:center}
    .row>div:last-of-type{min-width:0;flex:1;display:flex;flex-direction:column}
    .row b{font-size:14px}.row small{color:#62626c;font-size:12px;white-space:nowrap}
    .get{width:52px;height:26px;border-radius:13px;background:#e9e9ee;flex:none}
    .watch{background:#dcdce1}
    .face{width:160px;height:180px;border-radius:44px;background:#000;border:7px solid #3a3a3e;\
    display:flex;flex-wrap:wrap;gap:8px;align-content:center;align-items:center;\
    justify-content:center;overflow:hidden}
    .face .ghost{width:38px;height:38px;border-radius:50%;background:#ffffff2e}
    .face .pic{margin:0 40px}
    .tv{background:linear-gradient(#20222b,#0d0e12);padding:0;flex-direction:column;\
    flex-wrap:nowrap;gap:0;justify-content:space-between;color:#fff}
    .shelf{width:100%;height:92px;overflow:hidden;display:flex;justify-content:center;\
    align-items:center}
    .cards{display:flex;gap:14px;justify-content:center;align-items:center;padding:0 0 16px}
    .cards .ghost{width:120px;height:72px;border-radius:7px;background:#ffffff24;flex:none}
    .cards .pic{box-shadow:0 8px 20px #000a}
    .vision{background:linear-gradient(160deg,#9aa5ad,#6d7f86 50%,#b1a592);color:#fff;\
    flex-wrap:nowrap;gap:18px}
    .vision .app{width:96px}
    .vision .app>span{max-width:96px}
    .vision .ghost{border-radius:50%;flex:none;margin-bottom:19px;background:#ffffff45}
    """
}
