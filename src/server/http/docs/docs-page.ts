import { TOKEN_PREFIX } from '#contract/api-token.ts'
import { statusOf } from '#contract/errors.ts'
import { adminRightOf, requiredScopeOf } from '#contract/rights.ts'
import { errorsOf, type Route } from '#contract/route.ts'
import { escapeHtml } from '#domain/escape-html.ts'
import { headings, inputSchema, namedRoutes, outputSchema } from './openapi.ts'
import { schemaText } from './schema-text.ts'

/** The API documentation as a page without scripts; decision 18 explains why no ready-made reader is used. */
export function docsPage({ version }: { version: string }): string {
  const routesByNoun = Object.groupBy(namedRoutes(), ({ noun }) => noun)
  const sections = Object.entries(headings).map(([noun, heading]) => {
    const routes = routesByNoun[noun] ?? []
    return `<section><h2 id="${noun}">${heading}</h2>${routes.map(routeDetails).join('')}</section>`
  })
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>Nano Sync · API</title>
  <style>${STYLE}</style>
</head>
<body>
  <nav aria-label="Sections">
    <a class="home" href="/">Nano Sync</a>
    <ul>${Object.entries(headings)
      .map(([noun, heading]) => `<li><a href="#${noun}">${heading}</a></li>`)
      .join('')}</ul>
  </nav>
  <main>
    <h1>API</h1>
    <p class="lead">Version ${escapeHtml(version)}. Also available as an OpenAPI document:
      <a href="/openapi.json">openapi.json</a>.</p>
    <p>Requests and responses are JSON. Times are ISO 8601 in UTC, IDs are whole numbers from 1. Requests marked
      <em>members</em> need a session cookie, which pages of other sites cannot use, or an API token of the scope that they
      name, created under Settings and sent as <code>Authorization: Bearer ${TOKEN_PREFIX}…</code>. The scope
      <em>manage</em> includes <em>run</em>, and <em>run</em> includes <em>read</em>. Requests marked <em>open screen</em>
      need one only where <code>OPEN_SCREENS</code> leaves out the screen. Every error says what happened, in
      both <code>error</code> and <code>message</code>:</p>
    <pre><code>{
  "error": "Name is required",
  "message": "Name is required",
  "code": "invalid",
  "fields": { "name": "Name is required" }
}</code></pre>
    ${sections.join('')}
  </main>
</body>
</html>
`
}

function routeDetails({ name, route }: { name: string; route: Route }): string {
  return `
    <details id="${name}">
      <summary>
        <span class="method ${route.method.toLowerCase()}">${route.method}</span>
        <code class="path">${escapeHtml(route.path)}</code>
        <span class="summary">${escapeHtml(route.summary)}</span>
        <span class="access">${accessLabel(route)}</span>
      </summary>
      <div class="detail">${tokenScope(route)}${request(route)}${response(route)}${errors(route)}</div>
    </details>`
}

function accessLabel(route: Route): string {
  const { access } = route
  const right = adminRightOf(route)
  if (right) return right.isForOwnersToo ? 'administrators and owners' : 'administrators'
  if (access === 'anyone') return 'anyone'
  if (access === 'operator') return 'members and operators'
  return access === 'member' ? 'members' : `open screen: ${access.replace('_', ' ')}`
}

function tokenScope(route: Route): string {
  if (route.access === 'anyone') return ''
  const scope = requiredScopeOf(route)
  return scope === 'none' ? '<p>Not with an API token.</p>' : `<p>API token: <code>${scope}</code></p>`
}

function request({ params, query, body, upload }: Route): string {
  return [
    params ? block('Path parameters', schemaText(inputSchema(params))) : '',
    query ? block('Query parameters', schemaText(inputSchema(query))) : '',
    body ? block('Request body', schemaText(inputSchema(body))) : '',
    upload
      ? `<h3>Request body</h3><p>A file of at most ${upload.maxBytes / 1024 / 1024} MB as multipart form data, in the field
      <code>${upload.field}</code>.</p>`
      : '',
  ].join('')
}

function response({ reply, status: declared }: Route): string {
  const status = declared ?? 200
  if (status === 204) return '<h3>Response 204</h3><p>Empty.</p>'
  return 'contentType' in reply
    ? `<h3>Response ${status}</h3><p><code>${escapeHtml(reply.contentType)}</code></p>`
    : block(`Response ${status}`, schemaText(outputSchema(reply)))
}

function errors(route: Route): string {
  const items = errorsOf(route).map((code) => `<li><b>${statusOf[code]}</b> ${code}</li>`)
  return items.length > 0 ? `<h3>Errors</h3><ul class="errors">${items.join('')}</ul>` : ''
}

function block(heading: string, text: string): string {
  const code = escapeHtml(text).replace(/ {2}\/\/ .*$/gm, '<span class="note">$&</span>')
  return `<h3>${heading}</h3><pre><code>${code}</code></pre>`
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
  details { border: 1px solid var(--border); border-radius: 8px; margin-bottom: .5rem; }
  summary {
    display: grid; grid-template-columns: 4.5rem minmax(0, 1fr) auto; gap: 0 .75rem; align-items: baseline;
    padding: .625rem 1rem; cursor: pointer; border-radius: 8px; list-style: none;
  }
  summary::-webkit-details-marker { display: none; }
  summary:hover { background: var(--surface); }
  .method { font-weight: 650; font-size: .8125rem; grid-row: span 2; }
  .get { color: var(--get); } .post { color: var(--post); } .put, .patch { color: var(--put); } .delete { color: var(--delete); }
  .path { overflow-wrap: anywhere; }
  .summary { grid-column: 2; color: var(--muted); font-size: .9375rem; }
  .access { grid-row: 1; grid-column: 3; color: var(--muted); font-size: .8125rem; }
  .detail { padding: 0 1rem 1rem; }
  .detail p { margin: 0; }
  .note { color: var(--muted); }
  .errors { margin: 0; padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; font-size: .9375rem; }
  :focus-visible { outline: 3px solid color-mix(in srgb, var(--accent) 45%, transparent); outline-offset: 2px; }
  @media (max-width: 48rem) {
    body { display: block; }
    nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--border); padding: 1rem; }
    nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin-top: .5rem; }
    summary { grid-template-columns: 3.5rem minmax(0, 1fr); }
    .access { grid-row: auto; grid-column: 2; }
  }
`
