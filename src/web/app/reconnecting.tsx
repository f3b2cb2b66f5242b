import { Loader } from '@mantine/core'
import { useInterval, useWindowEvent } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '#contract/api.ts'
import { useAction } from '../lib/action.ts'
import { send } from '../lib/call.ts'
import { onOutage, raiseOutage, raiseRecovery } from '../lib/outage.ts'
import { readNow } from '../lib/read-schedule.ts'
import classes from './reconnecting.module.css'

const CHECK_EVERY_MS = 3_000

/** Tells the user while the server cannot be reached, and reloads the screen once it responds again. */
export function Reconnecting() {
  const [isOffline, setIsOffline] = useState(() => !navigator.onLine)
  const [isOut, setIsOut] = useState(isOffline)
  useEffect(() => onOutage(() => setIsOut(true)), [])
  const followNetwork = () => {
    setIsOffline(!navigator.onLine)
    if (!navigator.onLine) raiseOutage()
  }
  useWindowEvent('offline', followNetwork)
  useWindowEvent('online', followNetwork)
  return (
    <div role="status" className={classes.status}>
      {isOut && <OutageNotice isOffline={isOffline} onRecovery={() => setIsOut(false)} />}
    </div>
  )
}

function OutageNotice({ isOffline, onRecovery }: { isOffline: boolean; onRecovery: () => void }) {
  const queryClient = useQueryClient()
  const { act: check } = useAction(['check-server'], async () => {
    // Keep checking after a failed check.
    const isBack = await send(api.auth.check, {}).then(
      () => true,
      () => false,
    )
    if (!isBack) return
    onRecovery()
    raiseRecovery()
    void readNow(queryClient, {})
  })
  useInterval(check, CHECK_EVERY_MS, { autoInvoke: true })
  useWindowEvent('online', check)
  return (
    <div className={classes.notice}>
      <Loader size={14} aria-hidden />
      {isOffline ? 'You are offline. What you see is read again once you are back.' : 'Reconnecting…'}
    </div>
  )
}
