import { escapeHtml } from '#domain/escape-html.ts'

interface DocumentParts {
  readonly title: string
  /** List items of the navigation, as HTML. */
  readonly links: readonly string[]
  /** The contents, as HTML. */
  readonly main: string
  /** CSS rules for this kind of page, added after the common rules. */
  readonly style: string
}

/** Renders a page without scripts, with links on the left and a document on the right. */
export function documentPage({ title, links, main, style }: DocumentParts): string {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>Nano Sync · ${escapeHtml(title)}</title>
  <style>${STYLE}${style}</style>
</head>
<body>
  <nav aria-label="Sections">
    <a class="home" href="/">Nano Sync</a>
    <ul>${links.join('')}</ul>
  </nav>
  <main>${main}</main>
</body>
</html>
`
}

const STYLE = `
  :root {
    color-scheme: light dark;
    --background: #fff; --surface: #f6f7f9; --text: #1c2430; --muted: #5a6575; --border: #e3e7ec; --accent: #3b5bdb;
    --get: #1d6a3a; --post: #3b5bdb; --put: #8a4b00; --delete: #b42318;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --background: #14181f; --surface: #1c222b; --text: #e8ecf2; --muted: #a3adbb; --border: #2c3440; --accent: #91a7ff;
      --get: #7fd6a0; --post: #91a7ff; --put: #f0b76a; --delete: #ff9b8f;
    }
  }
  * { box-sizing: border-box; }
  html { scroll-padding-top: 1rem; }
  body {
    margin: 0; background: var(--background); color: var(--text); font: 1rem/1.6 system-ui, sans-serif;
    display: grid; grid-template-columns: 14rem minmax(0, 1fr);
  }
  a { color: var(--accent); }
  nav { position: sticky; top: 0; align-self: start; height: 100vh; padding: 2rem 1.5rem; border-right: 1px solid var(--border); }
  nav ul { list-style: none; margin: 1.25rem 0 0; padding: 0; display: grid; gap: .25rem; }
  nav a { text-decoration: none; font-size: .9375rem; }
  nav a:hover { text-decoration: underline; }
  nav .home { color: var(--text); font-weight: 650; font-size: 1.0625rem; }
  main { padding: 2rem clamp(1rem, 4vw, 3rem) 6rem; max-width: 62rem; }
  h1 { font-size: 1.75rem; line-height: 1.25; margin: 0; }
  h2 { font-size: 1.25rem; margin: 2.75rem 0 .75rem; }
  h3 { font-size: .8125rem; margin: 1rem 0 .375rem; color: var(--muted); font-weight: 600; }
  .lead { color: var(--muted); margin: .25rem 0 1.25rem; }
  code, pre { font: .875rem/1.55 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
  pre { margin: 0; padding: .75rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--surface); border-radius: 8px; }
  :focus-visible { outline: 3px solid color-mix(in srgb, var(--accent) 45%, transparent); outline-offset: 2px; }
  @media (max-width: 48rem) {
    body { display: block; }
    nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--border); padding: 1rem; }
    nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin-top: .5rem; }
  }
`
