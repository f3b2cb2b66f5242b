/** Renders a page without scripts. It works before anyone signs in. */
export function plainPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${title} · Nano Sync</title>
  <style>${STYLE}</style>
</head>
<body>
  <main>
    <svg class="mark" viewBox="0 0 32 32" width="36" height="36" aria-hidden="true">
      <rect x="4" y="2" width="20" height="28" rx="4"/>
      <path d="M9 12h10M9 17h10M9 22h10M14 12v10" stroke="#fff" stroke-width="1.8" stroke-linecap="round" fill="none"/>
    </svg>${content}
  </main>
</body>
</html>
`
}

const STYLE = `
  :root {
    color-scheme: light dark;
    --background: #f6f7f9; --surface: #fff; --text: #1c2430; --muted: #5a6575; --line: #8b95a5; --border: #e3e7ec;
    --accent: #3b5bdb; --on-accent: #fff; --problem: #b42318;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --background: #14181f; --surface: #1c222b; --text: #e8ecf2; --muted: #a3adbb; --line: #6b7686; --border: #2c3440;
      --accent: #91a7ff; --on-accent: #101828; --problem: #ff9b8f;
    }
  }
  * { box-sizing: border-box; }
  body {
    margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem;
    background: var(--background); color: var(--text); font: 1rem/1.5 system-ui, sans-serif;
  }
  main {
    width: 100%; max-width: 24rem; padding: 2rem; background: var(--surface);
    border: 1px solid var(--border); border-radius: 12px;
  }
  .mark { fill: #4263eb; display: block; margin: 0 0 1rem -.375rem; }
  h1 { font-size: 1.375rem; line-height: 1.3; font-weight: 650; margin: 0 0 1.25rem; }
  label { display: block; font-weight: 550; font-size: .9375rem; margin-bottom: .375rem; }
  input {
    width: 100%; padding: .625rem .75rem; font: inherit; color: inherit; background: var(--surface);
    border: 1px solid var(--line); border-radius: 8px;
  }
  input::placeholder { color: var(--muted); opacity: 1; }
  button, .button {
    display: block; width: 100%; margin-top: 1rem; padding: .625rem 1rem; font: inherit; font-weight: 600; text-align: center;
    color: var(--on-accent); background: var(--accent); border: 0; border-radius: 8px; cursor: pointer; text-decoration: none;
  }
  button:hover, .button:hover { filter: brightness(1.08); }
  :focus-visible { outline: 3px solid color-mix(in srgb, var(--accent) 45%, transparent); outline-offset: 2px; }
  fieldset { border: 0; padding: 0; margin: 1.25rem 0 0; }
  legend { font-weight: 550; font-size: .9375rem; padding: 0; margin-bottom: .25rem; }
  .choice { display: flex; gap: .625rem; align-items: baseline; font-weight: 400; padding: .25rem 0; margin: 0; }
  .choice input { width: auto; flex: none; }
  .second { color: var(--text); background: none; border: 1px solid var(--line); }
  .problem { color: var(--problem); font-size: .9375rem; margin: .375rem 0 0; }
  .note { color: var(--muted); font-size: .875rem; margin: 1.25rem 0 0; }
`
