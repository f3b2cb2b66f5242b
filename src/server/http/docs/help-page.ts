import { readFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { Marked, type Tokens } from 'marked'
import { HELP_PAGES, type HelpPage } from '#contract/help.ts'
import { escapeHtml } from '#domain/escape-html.ts'
import { headingId } from '#domain/heading-id.ts'
import { PROJECT_FOLDER } from '#server/config/project-folder.ts'
import { documentPage } from './document-page.ts'

const DOCS = join(PROJECT_FOLDER, 'docs')
const MIME_TYPES: Readonly<Record<string, string>> = { '.svg': 'image/svg+xml', '.png': 'image/png' }

/** Renders a page of `docs` as HTML without scripts. Links lead to other Help pages, and pictures are embedded. */
export async function helpPage(page: HelpPage): Promise<string> {
  const documents = await Promise.all(HELP_PAGES.map(async (path) => [path, await readPage(path)] as const))
  const titles = new Map(documents.map(([path, text]) => [path, /^# (.+)$/m.exec(text)?.[1] ?? path]))
  const text = documents.find(([path]) => path === page)?.[1] ?? ''
  const links = HELP_PAGES.map((path) => {
    const current = path === page ? ' aria-current="page"' : ''
    return `<li><a href="${helpAddress(path)}"${current}>${escapeHtml(titles.get(path) ?? path)}</a></li>`
  })
  return documentPage({
    title: `${titles.get(page)} · Help`,
    links,
    main: await renderMarkdown(page, text),
    style: STYLE,
  })
}

function readPage(path: HelpPage): Promise<string> {
  return readFile(join(DOCS, `${path}.md`), 'utf8')
}

function helpAddress(page: string, anchor = ''): string {
  return `/help?page=${page}${anchor}`
}

async function renderMarkdown(page: HelpPage, text: string): Promise<string> {
  const marked = new Marked({
    async: true,
    // Read pictures before rendering, because the renderer is synchronous.
    walkTokens: async (token) => {
      if (token.type === 'image') token['href'] = await readPicture(join(DOCS, dirname(page), token['href']))
    },
    renderer: {
      heading({ tokens, depth, text: heading }: Tokens.Heading) {
        return `<h${depth} id="${headingId(heading)}">${this.parser.parseInline(tokens)}</h${depth}>`
      },
      link({ href, tokens }: Tokens.Link) {
        const content = this.parser.parseInline(tokens)
        const address = findAddress(page, href)
        return address === undefined ? content : `<a href="${escapeHtml(address)}">${content}</a>`
      },
      // Allow `<br>`, because a table cell has no other way to break a line.
      html: ({ text: html }) => (html === '<br>' ? html : ''),
    },
  })
  return await marked.parse(text)
}

/** Finds the address of a link; undefined for a file outside the Help. */
function findAddress(page: HelpPage, href: string): string | undefined {
  if (/^(https?:|#)/.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const target = join(dirname(page), path).replace(/\.md$/, '')
  const isShown = HELP_PAGES.some((each) => each === target)
  return isShown ? helpAddress(target, anchor === undefined ? '' : `#${anchor}`) : undefined
}

async function readPicture(path: string): Promise<string> {
  return `data:${MIME_TYPES[extname(path)]};base64,${await readFile(path, 'base64')}`
}

const STYLE = `
  nav { overflow-y: auto; }
  nav a[aria-current] { font-weight: 650; }
  table { border-collapse: collapse; margin: .75rem 0 1.25rem; display: block; overflow-x: auto; font-size: .9375rem; }
  th, td { text-align: left; vertical-align: top; padding: .375rem .75rem .375rem 0; border-bottom: 1px solid var(--border); }
  h1 + p { color: var(--muted); }
  h3 { font-size: 1rem; color: var(--text); margin: 1.5rem 0 .375rem; }
  pre { margin: .75rem 0; }
  li > p { margin: .25rem 0; }
  blockquote { margin: .75rem 0; padding: .25rem 1rem; border-left: 3px solid var(--border); color: var(--muted); }
  img { max-width: 100%; height: auto; }
`
