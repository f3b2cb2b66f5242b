import { countOf } from '#domain/count-of.ts'

/** `every 15 minutes`, `every minute from 07:00 to 19:00`: an interval within a sentence. */
export function describeInterval({ everyMinutes, between }: { everyMinutes: number; between: string }): string {
  const every = everyMinutes === 1 ? 'every minute' : `every ${countOf(everyMinutes, 'minute')}`
  const [from, until] = between.split('-')
  return from && until ? `${every} from ${from} to ${until}` : every
}
