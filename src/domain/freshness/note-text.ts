/** State of a copy, as shown to readers of its target. */
export type NoteState =
  | 'Up to date'
  | 'Up to date, with warnings'
  | 'Not fully up to date'
  | 'Held until someone decides'
  | 'Failing'
  | 'Undone'

/** Times as text in the time zone of the schedules. */
export interface NoteTimes {
  /** When the last run with changes copied them; undefined if unknown. */
  readonly copiedAt: string | undefined
  readonly verifiedAt: string | undefined
}

export interface NoteFacts extends NoteTimes {
  readonly taskId: number
  /** The source's file and tab. */
  readonly source: string
  readonly sourceLink: string
  readonly nextRun: string | undefined
  readonly state: NoteState
  /** Undefined where the address of the app is not known. */
  readonly taskLink: string | undefined
}

const SOURCE = 'Copied by Nano Sync from '
const COPIED = 'Cells copied: '
const VERIFIED = 'Last verified: '
const STATE = 'State: '

/** The note on the first cell of a copy. Its last line shows whether anybody has edited it. */
export function noteText(facts: NoteFacts): string {
  const lines = [
    SOURCE + facts.source,
    facts.sourceLink,
    ...(facts.copiedAt === undefined ? [] : [COPIED + facts.copiedAt]),
    ...(facts.verifiedAt === undefined ? [] : [VERIFIED + facts.verifiedAt]),
    `Next run: ${facts.nextRun ?? 'not scheduled'}`,
    STATE + facts.state,
    ...(facts.taskLink === undefined ? [] : [facts.taskLink]),
  ]
  return [...lines, signature(facts.taskId, lines)].join('\n')
}

/** Reads an unedited note of the task; undefined for any other note. */
export function readNote(
  text: string,
  taskId: number,
): (NoteTimes & { readonly source: string; readonly state: string }) | undefined {
  const lines = text.split('\n')
  const last = lines.pop()
  if (last !== signature(taskId, lines)) return undefined
  const after = (label: string) => lines.find((line) => line.startsWith(label))?.slice(label.length)
  const [source, state] = [after(SOURCE) ?? '', after(STATE) ?? '']
  return { source, copiedAt: after(COPIED), verifiedAt: after(VERIFIED), state }
}

function signature(taskId: number, lines: readonly string[]): string {
  return `Task ${taskId}, note ${digest(lines.join('\n'))}`
}

/** FNV-1a, 32 bits. It must notice edits, not withstand forgery. */
function digest(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
