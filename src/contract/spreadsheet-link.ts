import { cleanText, text } from './field.ts'

const PUBLISHED_LINK = /\/spreadsheets\/(?:u\/\d+\/)?d\/e\//
const LINKED_ID = /\/(?:spreadsheets|file)\/(?:u\/\d+\/)?d\/([\w-]+)/
const ID_PARAMETER = /^(?:id|key)=([\w-]+)$/
const LINKED_TAB = /[#?&](gid=\d{1,10})(?!\d)/
const TAB_BY_ID = /^#gid=(\d{1,10})$/
const BARE_ID = /^[\w-]{1,200}$/
const WRAPPED = /^(?:"([^"]*)"|'([^']*)'|“([^”]*)”|„([^“”]*)[“”]|‘([^’]*)’|«([^»]*)»|<([^<>]*)>)$/
const MAX_WRAPPINGS = 5

/** Unwraps an ID or link from quotes and from redirects like `https://www.google.com/url?q=…`. */
export function unwrapLink(pasted: string): string {
  let link = cleanText(pasted)
  for (let count = 0; count < MAX_WRAPPINGS; count += 1) {
    const inner =
      WRAPPED.exec(link)
        ?.slice(1)
        .find((text) => text !== undefined) ?? decodedLink(link)
    if (inner === undefined) break
    link = cleanText(inner)
  }
  return link
}

/** Decodes a link, which may contain another link; undefined for other text. */
function decodedLink(link: string): string | undefined {
  if (!/^https?:\/\//i.test(link) || !/%[\da-f]{2}/i.test(link)) return undefined
  try {
    return decodeURIComponent(link)
  } catch {
    return undefined
  }
}

/** Extracts the spreadsheet ID from a link. Returns other text unwrapped. */
export function spreadsheetIdFrom(pasted: string): string {
  const link = unwrapLink(pasted)
  if (PUBLISHED_LINK.test(link)) return link
  return LINKED_ID.exec(link)?.[1] ?? idInQuery(link) ?? link
}

/** ID in a link from Drive or from an older version of Sheets: `drive.google.com/open?id=…`, `…/spreadsheets/ccc?key=…`. */
function idInQuery(link: string): string | undefined {
  if (!/https?:\/\/\w+\.google\.com\//.test(link)) return undefined
  return link
    .split(/[?&#]/)
    .map((part) => ID_PARAMETER.exec(part)?.[1])
    .find((id) => id !== undefined)
}

/** Whether an ID has the first digit and the length of the IDs Google gives to spreadsheets. */
export function looksLikeGoogleId(id: string): boolean {
  return /^[01][\w-]{39,59}$/.test(id)
}

/** Tab of a link, in the form used by tasks until a run has read its title: `#gid=7`. */
export function linkedTab(pasted: string): string | undefined {
  const link = unwrapLink(pasted)
  const tab = spreadsheetIdFrom(link) === link ? undefined : LINKED_TAB.exec(link)?.[1]
  return tab && `#${tab}`
}

/** Tab ID in a task's tab name: 7 in `#gid=7`. */
export function tabIdIn(name: string): number | undefined {
  const digits = TAB_BY_ID.exec(name)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

const LINKED_FOLDER = /https?:\/\/drive\.google\.com\/drive\/(?:mobile\/)?(?:u\/\d+\/)?folders\/([\w-]+)/

/** The ID of the Drive folder a link leads to; undefined for other text. */
export function linkedFolder(pasted: string): string | undefined {
  return LINKED_FOLDER.exec(unwrapLink(pasted))?.[1]
}

export function linkToFolder(id: string): string {
  return `https://drive.google.com/drive/folders/${id}`
}

/** The ID of a Drive folder, or a link to the folder. */
export function folderId(label: string) {
  return text({ label, max: 2000 })
    .transform((pasted) => linkedFolder(pasted) ?? unwrapLink(pasted))
    .refine((id) => BARE_ID.test(id), { error: `${label} must be a folder ID or a link` })
}

/** A spreadsheet ID, or a link to the spreadsheet. */
export function spreadsheetId(label: string) {
  return text({ label, max: 2000 })
    .transform(spreadsheetIdFrom)
    .refine((id) => BARE_ID.test(id), { error: ({ input }) => problemWith(label, String(input)) })
}

function problemWith(label: string, pasted: string): string {
  return PUBLISHED_LINK.test(pasted)
    ? `${label}: this is the published copy. Open the spreadsheet itself and copy its link.`
    : `${label} must be a spreadsheet ID or a link`
}
