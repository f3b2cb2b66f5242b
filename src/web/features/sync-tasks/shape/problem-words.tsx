import type { TextProblem } from '#domain/shape/quoted-text.ts'

interface Props {
  text: string
  problem: Pick<TextProblem, 'at' | 'length'>
}

/** Maximum length of the text shown before and after the words. */
const MAX_AROUND = 40

/** Marks the wrong words in the part of the text around them. */
export function ProblemWords({ text, problem: { at, length } }: Props) {
  const before = lastLine(text.slice(0, at))
  const after = firstLine(text.slice(at + length))
  return (
    <code className="shape-problem">
      {before.length > MAX_AROUND ? `…${before.slice(-MAX_AROUND)}` : before}
      <mark>{text.slice(at, at + length) || ' '}</mark>
      {after.length > MAX_AROUND ? `${after.slice(0, MAX_AROUND)}…` : after}
    </code>
  )
}

function lastLine(text: string): string {
  return text.slice(text.lastIndexOf('\n') + 1)
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}
