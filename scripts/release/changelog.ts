/** Headings by the first word of a change, in the order of the release notes. */
const HEADINGS = {
  upgrade: 'Before you upgrade',
  new: 'New',
  changed: 'Changed',
  fixed: 'Fixed',
} as const
type Kind = keyof typeof HEADINGS

export interface Change {
  readonly kind: Kind
  readonly text: string
}

const CHANGE = new RegExp(`^(${Object.keys(HEADINGS).join('|')}): (\\S[^\\n]*)\\n?$`)
const FIRST_RELEASE = '\n## '

/** Reads the file of a change. @throws unless the file is a single line such as `fixed: …` */
export function readChange(name: string, content: string): Change {
  const [, kind, text = ''] = CHANGE.exec(content) ?? []
  if (kind === undefined) {
    throw new Error(`changes/${name} must be one line that begins with ${Object.keys(HEADINGS).join(', ')} and a colon`)
  }
  return { kind: kind as Kind, text }
}

/** Formats the notes of a release, without its heading. */
export function releaseNotes(changes: readonly Change[]): string {
  return Object.entries(HEADINGS)
    .map(([kind, heading]) => ({
      heading,
      texts: changes.filter((change) => change.kind === kind).map(({ text }) => text),
    }))
    .filter(({ texts }) => texts.length > 0)
    .map(({ heading, texts }) => `### ${heading}\n${texts.map((text) => `- ${text}\n`).join('')}`)
    .join('\n')
}

interface Release {
  readonly version: string
  /** Date, such as 2026-11-25. */
  readonly date: string
  readonly notes: string
}

/** Adds a release to the changelog, above the earlier releases. */
export function addRelease(changelog: string, { version, date, notes }: Release): string {
  const at = changelog.indexOf(FIRST_RELEASE)
  const [introduction, earlier] = at < 0 ? [changelog, ''] : [changelog.slice(0, at), changelog.slice(at)]
  return `${introduction.trimEnd()}\n\n## ${version} – ${date}\n\n${notes}${earlier}`
}
