/** '1 task', '1,200 tasks'; for nouns with a plural in -s. */
export function pluralize(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}
