import { paymentSystems } from "../core/payment-systems"

const accents = paymentSystems
  .map(({ key, colour }) => `.with-${key} { --accent: ${colour}; }`)
  .join("\n")

/** The one style sheet of all pages; no font, picture or script comes from elsewhere. */
export const styleSheet = `
:root {
  color-scheme: light dark;
  --ink: #14213d; --soft: #5b6784; --line: #e3e8f0; --ground: #f3f5f9; --paper: #fff; --hover: #fafbfd;
  --field: #fff; --edge: #c5cede; --faint: #66728c; --sign: #5b6784; --accent: #1d4ed8; --link: var(--accent);
  --good: #15803d; --bad: #b42318; --bad-ground: #fef3f2; --bad-line: #fecdca;
  --note: #78350f; --note-ground: #fef3c7; --note-line: #fcd34d; --hint-ground: #fffbeb; --radius: 14px;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e8edf7; --soft: #9aa7c2; --line: #2a3550; --ground: #0d1424; --paper: #151e33; --hover: #1a2540;
    --field: #0f1729; --edge: #3a4768; --faint: #8e9cbb; --sign: #4a587c; --link: #8fb4ff;
    --good: #2f9e5a; --bad: #ff9d92; --bad-ground: #3a1a1a; --bad-line: #6b2b28;
    --note: #fde68a; --note-ground: #3b2a0a; --note-line: #6b4e12; --hint-ground: #2b2210;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--ink); line-height: 1.5;
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
.band {
  background: var(--note-ground); color: var(--note); text-align: center; font-size: 14px; font-weight: 600;
  padding: 8px 16px; border-bottom: 1px solid var(--note-line);
}
.sheet { max-width: 480px; margin: 24px auto; padding: 0 16px; }
.paper {
  background: var(--paper); border: 1px solid var(--line); border-radius: 20px; overflow: hidden;
  box-shadow: 0 10px 30px rgb(20 33 61 / 7%);
}
.bill { padding: 24px; border-bottom: 1px solid var(--line); background: var(--hover); }
.bill .shop { color: var(--soft); font-size: 15px; font-weight: 600; margin: 0; overflow-wrap: anywhere; }
.bill .amount { font-size: 34px; line-height: 1.2; font-weight: 700; letter-spacing: -0.5px; margin: 2px 0 6px; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.bill .about { margin: 0 0 8px; overflow-wrap: anywhere; }
.bill details p { margin: 4px 0 8px; font-size: 14px; }
.quiet { color: var(--soft); font-size: 14px; margin: 0; }
.part { padding: 24px; }
h1 { font-size: 20px; line-height: 1.3; margin: 0 0 16px; }
.methods { list-style: none; margin: 0; padding: 0; display: grid; gap: 8px; }
.method {
  display: flex; align-items: center; gap: 14px; padding: 9px 14px 9px 10px; color: inherit;
  text-decoration: none; font-weight: 600; border: 1px solid var(--line); border-radius: var(--radius);
}
.methods li { display: grid; }
.method:hover { border-color: var(--accent); background: var(--hover); }
.method::after { content: "\\203a"; margin-left: auto; color: var(--soft); font-size: 22px; line-height: 1; }
.tile {
  width: 40px; height: 40px; flex: none; border-radius: 11px; background: var(--accent); color: #fff;
  display: grid; place-items: center; font-weight: 700; font-size: 18px;
}
.tile svg, .mark svg {
  width: 24px; height: 24px; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round;
}
.mark svg { width: 34px; height: 34px; stroke-width: 2.5; }
.head { display: flex; align-items: center; gap: 14px; margin-bottom: 12px; }
.head h1 { margin: 0; }
form { display: grid; gap: 16px; margin: 16px 0 0; }
label { display: grid; gap: 6px; font-size: 14px; font-weight: 600; }
input {
  font: inherit; font-size: 18px; font-weight: 500; width: 100%; padding: 12px 14px; color: inherit; background: var(--field);
  border: 1px solid var(--edge); border-radius: 12px; font-variant-numeric: tabular-nums;
}
input::placeholder { color: var(--faint); font-weight: 400; }
.kind { float: right; color: var(--soft); font-weight: 500; }
.left {
  display: inline-block; white-space: nowrap; margin-top: 6px; padding: 3px 12px; border-radius: 99px; color: var(--ink);
  background: var(--line); font-weight: 600; font-variant-numeric: tabular-nums;
}
.again { margin-top: 18px; text-align: center; }
.again form { margin: 0; }
[hidden] { display: none !important; }
.plain { background: none; border: 0; color: var(--link); font: inherit; font-size: 15px; text-decoration: underline; cursor: pointer; padding: 10px; }
.languages { display: flex; justify-content: center; gap: 4px; padding: 0 16px 28px; font-size: 14px; }
.languages > * { padding: 10px 12px; color: var(--soft); }
.languages > [aria-current] { color: var(--ink); font-weight: 600; }
.with-card .button { background: #1d4ed8; }
input.short { max-width: 140px; }
input.code { letter-spacing: 6px; }
.button {
  display: block; width: 100%; padding: 14px 18px; border: 0; border-radius: 12px; cursor: pointer;
  background: var(--accent); color: #fff; font: inherit; font-weight: 600; font-size: 17px;
  text-align: center; text-decoration: none;
}
.button:hover { filter: brightness(0.93); }
.button:disabled { opacity: 0.6; cursor: progress; }
a { color: var(--link); }
:is(a, input, select, button, summary):focus-visible { outline: 3px solid #93b4ff; outline-offset: 2px; }
.back { display: block; margin-top: 18px; text-align: center; font-size: 15px; }
.hint { background: var(--hint-ground); border: 1px solid var(--note-line); border-radius: 10px; padding: 10px 12px; font-size: 14px; margin: 0; }
.trouble { background: var(--bad-ground); border: 1px solid var(--bad-line); color: var(--bad); border-radius: 10px; padding: 10px 12px; margin: 16px 0 0; }
.outcome { text-align: center; padding: 32px 24px; }
.outcome p { margin: 0 0 16px; }
.outcome p:last-child { margin-bottom: 0; }
.mark {
  width: 64px; height: 64px; margin: 0 auto 16px; border-radius: 50%; display: grid; place-items: center;
  color: #fff; background: var(--sign);
}
.mark.good { background: var(--good); }
.spinner {
  width: 56px; height: 56px; margin: 4px auto 20px; border-radius: 50%; border: 5px solid var(--line);
  border-top-color: var(--link); animation: turn 0.9s linear infinite;
}
@keyframes turn { to { transform: rotate(1turn); } }
@media (prefers-reduced-motion: reduce) { .spinner { animation-duration: 4s; } }
.receipt { display: block; margin: 20px 0; text-align: left; border: 1px solid var(--line); border-radius: var(--radius); padding: 4px 14px; }
.receipt div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 16px; padding: 9px 0; border-bottom: 1px solid var(--line); font-size: 14px; }
.receipt div:last-child { border-bottom: 0; }
.receipt dd { margin: 0 0 0 auto; font-weight: 600; text-align: right; font-variant-numeric: tabular-nums; }
.behaviours li { display: flex; justify-content: space-between; align-items: center; gap: 16px; padding: 10px 0; border-bottom: 1px solid var(--line); }
.wide .behaviours { list-style: none; padding: 0; }
.behaviours form { flex: none; }
.behaviours p { margin: 0; }
.badge { vertical-align: 1px; }
.wide { max-width: 1080px; margin: 32px auto; padding: 0 16px; }
.wide h1 { font-size: 28px; margin-bottom: 4px; }
.wide > .quiet { margin-bottom: 24px; font-size: 16px; }
.wide h2 { font-size: 18px; margin: 0 0 12px; }
.wide section { background: var(--paper); border: 1px solid var(--line); border-radius: var(--radius); padding: 20px; margin-bottom: 16px; }
.wide form { margin: 0; }
.wide p { margin: 0 0 12px; }
.wide ul { margin: 0 0 12px; padding-left: 20px; overflow-wrap: anywhere; }
.wide [aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
.line { display: flex; flex-wrap: wrap; gap: 8px; align-items: end; }
form.line + form.line, ul + form.line, form.line + ul { margin-top: 12px; }
.wide label { font-size: 13px; color: var(--soft); }
.wide :is(input, select) { font-size: 14px; padding: 7px 10px; border-radius: 9px; width: auto; min-width: 0; }
.wide input:not([type]) { width: 190px; }
.wide input[inputmode="numeric"] { width: 84px; }
select { font: inherit; color: inherit; background: var(--field); border: 1px solid var(--edge); }
.small {
  font: inherit; font-size: 14px; font-weight: 600; padding: 7px 12px; border-radius: 9px; cursor: pointer;
  color: inherit; background: var(--hover); border: 1px solid var(--edge);
}
.small:hover { border-color: var(--accent); }
.small.strong { background: var(--accent); border-color: var(--accent); color: #fff; }
.small.bad { color: var(--bad); }
fieldset { border: 0; padding: 0; margin: 4px 0; display: flex; flex-wrap: wrap; gap: 4px 14px; width: 100%; }
legend { font-size: 13px; font-weight: 600; color: var(--soft); padding: 0; margin-bottom: 4px; }
.box { display: flex; grid-auto-flow: column; align-items: center; gap: 6px; min-height: 32px; }
.wide .box { color: inherit; font-weight: 500; font-size: 14px; }
.box input { width: 16px; height: 16px; padding: 0; }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 400px), 1fr)); gap: 0 16px; align-items: start; }
details { margin-top: 8px; }
td details { margin: 0; }
td summary { padding: 0; }
.copied pre { padding-right: 88px; }
.wide input[inputmode="decimal"] { width: 96px; }
.wide input[name="webhook_url"] { width: 300px; }
details + details { margin-top: 4px; }
summary { cursor: pointer; padding: 3px 0; font-size: 14px; }
.copied { position: relative; margin: 6px 0 10px; }
.copied .small { position: absolute; top: 8px; right: 8px; }
td pre { max-width: 560px; font-size: 12.5px; padding: 10px; }
td.wraps { overflow-wrap: anywhere; }
td.wraps code { white-space: normal; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 15px; }
th { text-align: left; color: var(--soft); font-weight: 600; font-size: 13px; }
th, td { padding: 8px 16px 8px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
tr:last-child td { border-bottom: 0; }
td.number { white-space: nowrap; font-variant-numeric: tabular-nums; }
code, pre { font: 13.5px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
td code { white-space: nowrap; }
pre { background: #0f1b33; color: #e6edf9; border-radius: 10px; padding: 14px; margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 6px 18px; margin: 0 0 16px; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
.badge { display: inline-block; border-radius: 99px; padding: 1px 10px; font-size: 13px; font-weight: 600; background: var(--line); color: var(--ink); }
.badge.paid { background: #dcfce7; color: #14532d; }
.badge.processing { background: #dbeafe; color: #1e3a8a; }
.badge.expired { background: #fee4e2; color: #7a271a; }
@media (min-width: 860px) {
  .sheet:has(.bill) { max-width: 900px; margin-top: 56px; }
  .paper:has(.bill) { display: grid; grid-template-columns: 340px 1fr; min-height: 400px; }
  .bill { padding: 36px 32px; border-bottom: 0; border-right: 1px solid var(--line); }
  .part { padding: 36px 32px; }
  .outcome { padding: 36px 32px; align-self: center; min-width: 0; }
  .paper .outcome > * { max-width: 420px; margin-left: auto; margin-right: auto; }
  .methods { grid-template-columns: 1fr 1fr; }
}
@media (max-width: 560px) {
  .sheet { margin: 16px auto; }
  .wide { margin: 20px auto; }
  .bill, .part { padding: 20px; }
  .stack thead { display: none; }
  .stack tr { display: block; padding: 10px 0; border-bottom: 1px solid var(--line); }
  .stack tr:last-child { border-bottom: 0; }
  .stack td { display: block; border: 0; padding: 1px 0; }
  td code { white-space: normal; overflow-wrap: anywhere; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: 8px; }
}
${accents}
`
