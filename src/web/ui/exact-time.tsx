import type { ReactNode } from 'react'
import { useAppInfo } from '../lib/app-info.ts'
import { formatDateTime } from '../lib/format.ts'

interface Props {
  /** An ISO moment. */
  at: string
  className?: string | undefined
  /** The moment as it is told; the whole of it, in the schedule's zone, shows on hover. */
  children: ReactNode
}

/** A moment told in short. */
export function ExactTime({ at, className, children }: Props) {
  const timezone = useAppInfo()?.timezone
  return (
    <time className={className} dateTime={at} title={formatDateTime(at, timezone === undefined ? {} : { timezone })}>
      {children}
    </time>
  )
}
