/** Whether a tab's name is a pattern for several tabs: it contains an unescaped `*`. */
export function isPattern(name: string): boolean {
  return name.replaceAll('\\*', '').includes('*')
}

/** Unescapes the name of a tab: `\*` is a star. */
export function literalName(name: string): string {
  return name.replaceAll('\\*', '*')
}

/** Whether a tab's name matches a pattern like `2026-*`. Case does not count, as in tab names. */
export function matchesPattern(title: string, pattern: string): boolean {
  // Find the parts between stars in order, to take linear time on any text.
  const parts = pattern
    .toLowerCase()
    .split(/(?<!\\)\*/)
    .map(literalName)
  const [first = '', ...others] = parts
  const text = title.toLowerCase()
  if (others.length === 0) return text === first
  if (!text.startsWith(first)) return false
  const last = others.pop() ?? ''
  let at = first.length
  for (const part of others) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return text.length - at >= last.length && text.endsWith(last)
}
