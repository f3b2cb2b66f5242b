export const DOCS_STYLE = `
  :root {
    color-scheme: light dark;
    --ground: #fff; --raised: #f6f7f9; --text: #1c2430; --quiet: #5a6575; --edge: #e3e7ec; --accent: #3b5bdb;
    --get: #1d6a3a; --post: #3b5bdb; --put: #8a4b00; --delete: #b42318;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --ground: #14181f; --raised: #1c222b; --text: #e8ecf2; --quiet: #a3adbb; --edge: #2c3440; --accent: #91a7ff;
      --get: #7fd6a0; --post: #91a7ff; --put: #f0b76a; --delete: #ff9b8f;
    }
  }
  * { box-sizing: border-box; }
  html { scroll-padding-top: 1rem; }
  body {
    margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.6 system-ui, sans-serif;
    display: grid; grid-template-columns: 14rem minmax(0, 1fr);
  }
  a { color: var(--accent); }
  nav { position: sticky; top: 0; align-self: start; height: 100vh; padding: 2rem 1.5rem; border-right: 1px solid var(--edge); }
  nav ul { list-style: none; margin: 1.25rem 0 0; padding: 0; display: grid; gap: .25rem; }
  nav a { text-decoration: none; font-size: .9375rem; }
  nav a:hover { text-decoration: underline; }
  nav .home { color: var(--text); font-weight: 650; font-size: 1.0625rem; }
  main { padding: 2rem clamp(1rem, 4vw, 3rem) 6rem; max-width: 62rem; }
  h1 { font-size: 1.75rem; line-height: 1.25; margin: 0; }
  h2 { font-size: 1.25rem; margin: 2.75rem 0 .75rem; }
  h3 { font-size: .8125rem; margin: 1rem 0 .375rem; color: var(--quiet); font-weight: 600; }
  .lead { color: var(--quiet); margin: .25rem 0 1.25rem; }
  code, pre { font: .875rem/1.55 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
  pre { margin: 0; padding: .75rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--raised); border-radius: 8px; }
  details { border: 1px solid var(--edge); border-radius: 8px; margin-bottom: .5rem; }
  summary {
    display: grid; grid-template-columns: 4.5rem minmax(0, 1fr) auto; gap: 0 .75rem; align-items: baseline;
    padding: .625rem 1rem; cursor: pointer; border-radius: 8px; list-style: none;
  }
  summary::-webkit-details-marker { display: none; }
  summary:hover { background: var(--raised); }
  .method { font-weight: 650; font-size: .8125rem; grid-row: span 2; }
  .get { color: var(--get); } .post { color: var(--post); } .put, .patch { color: var(--put); } .delete { color: var(--delete); }
  .path { overflow-wrap: anywhere; }
  .summary { grid-column: 2; color: var(--quiet); font-size: .9375rem; }
  .access { grid-row: 1; grid-column: 3; color: var(--quiet); font-size: .8125rem; }
  .detail { padding: 0 1rem 1rem; }
  .detail p { margin: 0; }
  .note { color: var(--quiet); }
  .errors { margin: 0; padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; font-size: .9375rem; }
  :focus-visible { outline: 3px solid color-mix(in srgb, var(--accent) 45%, transparent); outline-offset: 2px; }
  @media (max-width: 48rem) {
    body { display: block; }
    nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--edge); padding: 1rem; }
    nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin-top: .5rem; }
    summary { grid-template-columns: 3.5rem minmax(0, 1fr); }
    .access { grid-row: auto; grid-column: 2; }
  }
`
