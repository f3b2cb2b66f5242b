import { statusOf } from '#contract/errors.ts'
import { errorsOf, type Route } from '#contract/route.ts'
import { escapeHtml } from '#server/http/escape-html.ts'
import { DOCS_STYLE } from './docs-style.ts'
import { inputSchema, namedRoutes, outputSchema } from './openapi.ts'
import { schemaText } from './schema-text.ts'

const headings: Readonly<Record<string, string>> = {
  auth: 'Signing in',
  tasks: 'Tasks',
  taskLogs: 'Task logs',
  dataCopy: 'Data copies',
  taskTypes: 'Task types',
  csvJobs: 'CSV jobs',
  schedules: 'Schedules',
  spreadsheets: 'Spreadsheets',
  devLogs: 'Developer logs',
  events: 'Events',
  operations: 'Operations',
}

/** A page to read the interface on; it has no script and needs none. */
export function docsPage({ version }: { version: string }): string {
  const byNoun = Object.groupBy(namedRoutes(), ({ noun }) => noun)
  const nouns = Object.entries(byNoun).map(([noun, named = []]) => ({
    noun,
    heading: headings[noun] ?? noun,
    calls: named.map(({ name, route }) => call(name, route)).join(''),
  }))
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>Nano Sync · Interface</title>
  <style>${DOCS_STYLE}</style>
</head>
<body>
  <nav aria-label="Parts of the interface">
    <a class="home" href="/">Nano Sync</a>
    <ul>${nouns.map(({ noun, heading }) => `<li><a href="#${noun}">${heading}</a></li>`).join('')}</ul>
  </nav>
  <main>
    <h1>Interface</h1>
    <p class="lead">Version ${escapeHtml(version)}. The same as a document for programs:
      <a href="/openapi.json">openapi.json</a>.</p>
    ${INTRODUCTION}
    ${nouns.map(({ noun, heading, calls }) => `<section><h2 id="${noun}">${heading}</h2>${calls}</section>`).join('')}
  </main>
</body>
</html>
`
}

const INTRODUCTION = `
    <p>Calls take and give JSON. Times are ISO 8601 in UTC, ids are whole numbers from 1. A call marked
      <em>members</em> needs the cookie of a session; a page of another site cannot use it. Every refused call says why:</p>
    <pre><code>{ "error": "invalid", "message": "Name is required", "fields": { "name": "Name is required" } }</code></pre>`

function call(name: string, route: Route): string {
  return `
    <details id="${name}">
      <summary>
        <span class="method ${route.method.toLowerCase()}">${route.method}</span>
        <code class="path">${escapeHtml(route.path)}</code>
        <span class="summary">${escapeHtml(route.summary)}</span>
        <span class="access">${accessLabel(route)}</span>
      </summary>
      <div class="detail">${[...sent(route), ...answered(route)].join('')}</div>
    </details>`
}

function accessLabel({ access }: Route): string {
  if (access === 'anyone' || access === 'member') return access === 'member' ? 'members' : 'anyone'
  return `whoever may see ${access.replace('_', ' ')}`
}

function sent({ params, query, body, upload }: Route): string[] {
  return [
    params ? block('In the path', schemaText(inputSchema(params))) : '',
    query ? block('In the query', schemaText(inputSchema(query))) : '',
    body ? block('Body', schemaText(inputSchema(body))) : '',
    upload
      ? `<h3>Body</h3><p>A file as multipart form data, in the field <code>${upload.field}</code>, of at most
      ${upload.maxBytes / 1024 / 1024} MB.</p>`
      : '',
  ]
}

function answered(route: Route): string[] {
  const { reply, status = 200 } = route
  const errors = errorsOf(route)
    .map((code) => `<li><b>${statusOf[code]}</b> ${code}</li>`)
    .join('')
  const told =
    status === 204
      ? '<h3>Answer 204</h3><p>Nothing.</p>'
      : 'contentType' in reply
        ? `<h3>Answer ${status}</h3><p><code>${escapeHtml(reply.contentType)}</code></p>`
        : block(`Answer ${status}`, schemaText(outputSchema(reply)))
  return [told, errors ? `<h3>Refusals</h3><ul class="errors">${errors}</ul>` : '']
}

function block(heading: string, text: string): string {
  const code = escapeHtml(text).replace(/ {2}\/\/ .*$/gm, '<span class="note">$&</span>')
  return `<h3>${heading}</h3><pre><code>${code}</code></pre>`
}
