/** '1 task', '1,200 tasks'; for nouns whose plural ends in s. */
export function pluralize(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}
