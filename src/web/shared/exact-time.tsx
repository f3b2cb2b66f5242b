import type { ReactNode } from 'react'
import { useAppInfo } from '../data/app-info.ts'
import { formatExactTime } from '../lib/format.ts'

interface Props {
  /** ISO date-time. */
  at: string
  className?: string | undefined
  /** The time as shown, in short form. */
  children: ReactNode
}

/** A short time with a tooltip: the full date and time in the schedule's time zone, with its name. */
export function ExactTime({ at, className, children }: Props) {
  const timezone = useAppInfo()?.timezone
  return (
    <time className={className} dateTime={at} title={formatExactTime(at, { timezone })}>
      {children}
    </time>
  )
}
