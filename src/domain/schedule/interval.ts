import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { minutesBetweenRuns } from './minutes-between-runs.ts'
import { localDate, nextDate, occurrenceOn, runningDates } from './occurrences.ts'
import { dayState, type ScheduleDays } from './schedule-rule.ts'
import { cronDays } from './schedule-time.ts'

/** How often a task starts on the days of its schedule. */
export interface IntervalRule extends ScheduleDays {
  readonly everyMinutes: number
  /** `07:00-19:00`; empty for the whole day. */
  readonly between: string
}

/** The interval fields of a task, or of its type. */
export interface IntervalFields {
  readonly everyMinutes: number | null
  readonly everyMinutesBetween: string
}

/** Interval of a task, completed by the interval of its type; undefined if neither has an interval. */
export function readInterval(task: IntervalFields & ScheduleDays, type: IntervalFields): IntervalRule | undefined {
  const everyMinutes = minutesBetweenRuns(task.everyMinutes, type.everyMinutes)
  if (everyMinutes === null) return undefined
  const { scheduleDays, pausedUntil, holidays } = task
  const between = task.everyMinutesBetween || type.everyMinutesBetween
  return { everyMinutes, between, scheduleDays, pausedUntil, holidays }
}

const HOURS_A_DAY = 24
const MINUTES_AN_HOUR = 60

/**
 * The five cron fields of an interval, to the minute. Undefined if cron cannot express it: different minutes by hour, or
 * days outside the schedule.
 */
export function intervalCron(rule: IntervalRule, taskId: number): string | undefined {
  const { hours, offsetMinutes } = plainDay(rule, taskId)
  const isOvernight = hours.until > HOURS_A_DAY * MINUTES_AN_HOUR
  if (isOvernight && rule.scheduleDays.length > 0) return undefined
  const starts: number[] = []
  for (let minute = hours.from + offsetMinutes; minute < hours.until; minute += rule.everyMinutes) starts.push(minute)
  const hoursOfDay = distinct(starts.map((minute) => Math.floor(minute / MINUTES_AN_HOUR) % HOURS_A_DAY))
  const minutes = distinct(starts.map((minute) => minute % MINUTES_AN_HOUR))
  if (hoursOfDay.length * minutes.length !== starts.length) return undefined
  return `${cronField(minutes, MINUTES_AN_HOUR)} ${cronField(hoursOfDay, HOURS_A_DAY)} * * ${cronDays(rule.scheduleDays)}`
}

/** Computes the starts on a day without a clock change, in minutes after midnight. */
function plainDay({ everyMinutes, between }: IntervalRule, taskId: number) {
  const [from = 0, end = 0] = (between || '00:00-24:00').split('-').map((time) => {
    const [hour = 0, minute = 0] = time.split(':').map(Number)
    return hour * MINUTES_AN_HOUR + minute
  })
  const until = end <= from ? end + HOURS_A_DAY * MINUTES_AN_HOUR : end
  const spreadMs = Math.min(everyMinutes, until - from) * MINUTE_MS
  return { hours: { from, until }, offsetMinutes: Math.floor(offsetIn(spreadMs, taskId) / MINUTE_MS) }
}

function distinct(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((one, other) => one - other)
}

function cronField(numbers: readonly number[], all: number): string {
  const [first] = numbers
  const last = numbers.at(-1)
  if (numbers.length === all || first === undefined || last === undefined) return '*'
  return numbers.length > 2 && last - first === numbers.length - 1 ? `${first}-${last}` : numbers.join(',')
}

/**
 * Time of a task's start within the first interval. It is the same every day, and the starts of all tasks are spread evenly.
 */
function offsetIn(spreadMs: number, taskId: number): number {
  return Math.floor((((taskId * GOLDEN_RATIO) % 1) * spreadMs) / SECOND_MS) * SECOND_MS
}

/** A start of an interval. */
interface Slot {
  readonly at: Date
  /** Day of the schedule when its hours begin, YYYY-MM-DD. */
  readonly date: string
}

/** The starts of an interval within a time span. */
interface Slots {
  readonly first: Slot
  readonly last: Slot
  readonly count: number
}

/** Maximum time to look back for starts: a week and a day with other hours. */
const MAX_PAST_MS = 8 * 24 * HOUR_MS
/** The first day may be over, and so may the last start of the second day. */
const DAYS_TO_SEARCH = 3

/** Golden ratio. The fractions of its consecutive multiples have the most even gaps, whatever their number. */
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2

/** Maximum cached dates. */
const MAX_KEPT_DATES = 100

interface Hours {
  readonly fromMs: number
  readonly untilMs: number
}

/**
 * Finds the starts of intervals. On each day of its schedule, a task first starts at its own time within the first interval,
 * then every `everyMinutes` until the hours end. Its own time depends only on its ID. It therefore stays the same, and the
 * tasks of an interval are spread evenly.
 */
export class SlotFinder {
  readonly #timezone: string
  readonly #hours = new Map<string, Hours>()
  readonly #dates = new Map<string, string>()

  constructor(timezone: string) {
    this.#timezone = timezone
  }

  /** The first start after `now`; undefined if the schedule has no days left. */
  next(rule: IntervalRule, { taskId, now }: { taskId: number; now: Date }): Date | undefined {
    for (const date of runningDates(rule, { from: this.#dateAt(now, -1), count: DAYS_TO_SEARCH })) {
      const { firstMs, everyMs, untilMs } = this.#listSlots(rule, { taskId, date })
      const passed = Math.floor((now.getTime() - firstMs) / everyMs) + 1
      const atMs = firstMs + Math.max(0, passed) * everyMs
      if (atMs < untilMs) return new Date(atMs)
    }
    return undefined
  }

  /** The starts after `after` up to `until`; undefined if there are none. */
  between(
    rule: IntervalRule,
    { taskId, after, until }: { taskId: number; after: Date; until: Date },
  ): Slots | undefined {
    const afterMs = Math.max(after.getTime(), until.getTime() - MAX_PAST_MS)
    let found: Slots | undefined
    const lastDate = this.#dateAt(until, 0)
    for (let date = this.#dateAt(new Date(afterMs), -1); date <= lastDate; date = nextDate(date)) {
      if (dayState(rule, date) !== 'runs') continue
      const { firstMs, everyMs, untilMs } = this.#listSlots(rule, { taskId, date })
      const from = Math.max(0, Math.floor((afterMs - firstMs) / everyMs) + 1)
      const to = Math.min(
        Math.floor((until.getTime() - firstMs) / everyMs),
        Math.ceil((untilMs - firstMs) / everyMs) - 1,
      )
      if (to < from) continue
      const slot = (index: number): Slot => ({ at: new Date(firstMs + index * everyMs), date })
      found = { first: found?.first ?? slot(from), last: slot(to), count: (found?.count ?? 0) + to - from + 1 }
    }
    return found
  }

  /** The last start up to `now`; undefined if the last days have none. */
  last(rule: IntervalRule, { taskId, now }: { taskId: number; now: Date }): Date | undefined {
    return this.between(rule, { taskId, after: new Date(0), until: now })?.last.at
  }

  #listSlots({ everyMinutes, between }: IntervalRule, { taskId, date }: { taskId: number; date: string }) {
    const { fromMs, untilMs } = this.#hoursOn(date, between)
    const everyMs = everyMinutes * MINUTE_MS
    const spreadMs = Math.min(everyMs, untilMs - fromMs)
    return { firstMs: fromMs + offsetIn(spreadMs, taskId), everyMs, untilMs }
  }

  /** The hours that begin on a date. */
  #hoursOn(date: string, between: string): Hours {
    const key = `${date} ${between}`
    const known = this.#hours.get(key)
    if (known) return known
    const [from = '', until = ''] = (between || '00:00-24:00').split('-')
    const endsNextDay = until <= from || until === '24:00'
    const hours = {
      fromMs: this.#msAt(date, from),
      untilMs: this.#msAt(endsNextDay ? nextDate(date) : date, until === '24:00' ? '00:00' : until),
    }
    this.#hours.set(key, hours)
    return hours
  }

  #msAt(date: string, time: string): number {
    return occurrenceOn({ date, time, timezone: this.#timezone }).at.getTime()
  }

  /** Caches dates, because many tasks are looked up at the same moment. */
  #dateAt(at: Date, days: number): string {
    const key = `${at.getTime()} ${days}`
    const known = this.#dates.get(key)
    if (known !== undefined) return known
    const date = localDate(at, this.#timezone, days)
    if (this.#dates.size >= MAX_KEPT_DATES) this.#dates.clear()
    this.#dates.set(key, date)
    return date
  }
}
