import { TOKEN_PREFIX } from '#contract/api-token.ts'
import { statusOf } from '#contract/errors.ts'
import { findAdminRight, findRequiredScope } from '#contract/rights.ts'
import { listErrors, type Route } from '#contract/route.ts'
import { isStable } from '#contract/stable-routes.ts'
import { escapeHtml } from '#domain/escape-html.ts'
import { documentPage } from './document-page.ts'
import { headings, inputSchema, namedRoutes, outputSchema } from './openapi.ts'
import { schemaText } from './schema-text.ts'

/** Renders the API documentation as a page without scripts. Decision 18 explains why no ready-made viewer is used. */
export function docsPage({ version }: { version: string }): string {
  const routesByNoun = Object.groupBy(namedRoutes(), ({ noun }) => noun)
  const sections = Object.entries(headings).map(([noun, heading]) => {
    const routes = routesByNoun[noun] ?? []
    return `<section><h2 id="${noun}">${heading}</h2>${routes.map(routeDetails).join('')}</section>`
  })
  const links = Object.entries(headings).map(([noun, heading]) => `<li><a href="#${noun}">${heading}</a></li>`)
  const main = `
    <h1>API</h1>
    <p class="lead">Version ${escapeHtml(version)}. Also available as an OpenAPI document:
      <a href="/openapi.json">openapi.json</a>.</p>
    <p>Requests and responses are JSON. Times are ISO 8601 in UTC, IDs are whole numbers from 1. Requests marked
      <em>members</em> need a session cookie, which pages of other sites cannot use, or an API token of the scope that they
      name, created under Settings and sent as <code>Authorization: Bearer ${TOKEN_PREFIX}…</code>. The scope
      <em>manage</em> includes <em>run</em>, and <em>run</em> includes <em>read</em>. Requests marked <em>open screen</em>
      need one only where <code>OPEN_SCREENS</code> leaves out the screen. Requests marked <em>stable</em> keep their path,
      fields and meaning; others may change with a release. Every error says what happened, in
      both <code>error</code> and <code>message</code>:</p>
    <pre><code>{
  "error": "Name is required",
  "message": "Name is required",
  "code": "invalid",
  "fields": { "name": "Name is required" }
}</code></pre>
    ${sections.join('')}`
  return documentPage({ title: 'API', links, main, style: STYLE })
}

function routeDetails({ name, route }: { name: string; route: Route }): string {
  return `
    <details id="${name}">
      <summary>
        <span class="method ${route.method.toLowerCase()}">${route.method}</span>
        <code class="path">${escapeHtml(route.path)}</code>
        <span class="summary">${escapeHtml(route.summary)}</span>
        <span class="access">${accessLabel(route)}${isStable(route) ? ' · stable' : ''}</span>
      </summary>
      <div class="detail">${tokenScope(route)}${request(route)}${response(route)}${errors(route)}</div>
    </details>`
}

function accessLabel(route: Route): string {
  const { access } = route
  const right = findAdminRight(route)
  if (right) return right.isForOwnersToo ? 'administrators and owners' : 'administrators'
  if (access === 'anyone') return 'anyone'
  if (access === 'operator') return 'members and operators'
  return access === 'member' ? 'members' : `open screen: ${access.replace('_', ' ')}`
}

function tokenScope(route: Route): string {
  if (route.access === 'anyone') return ''
  const scope = findRequiredScope(route)
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
  const items = listErrors(route).map((code) => `<li><b>${statusOf[code]}</b> ${code}</li>`)
  return items.length > 0 ? `<h3>Errors</h3><ul class="errors">${items.join('')}</ul>` : ''
}

function block(heading: string, text: string): string {
  const code = escapeHtml(text).replace(/ {2}\/\/ .*$/gm, '<span class="note">$&</span>')
  return `<h3>${heading}</h3><pre><code>${code}</code></pre>`
}

const STYLE = `
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
  @media (max-width: 48rem) {
    summary { grid-template-columns: 3.5rem minmax(0, 1fr); }
    .access { grid-row: auto; grid-column: 2; }
  }
`
