import { Loader } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '#contract/api.ts'
import { send } from '../lib/call.ts'
import { onOutage, raiseRecovery } from '../lib/outage.ts'
import classes from './reconnecting.module.css'

const CHECK_EVERY_MS = 3_000

/** Says so while the server cannot serve anyone, and reloads what is on the screen once it can again. */
export function Reconnecting() {
  const [isOut, setIsOut] = useState(false)
  useEffect(() => onOutage(() => setIsOut(true)), [])
  return (
    <div role="status" className={classes.status}>
      {isOut && <OutageNotice onRecovery={() => setIsOut(false)} />}
    </div>
  )
}

function OutageNotice({ onRecovery }: { onRecovery: () => void }) {
  const queryClient = useQueryClient()
  useInterval(
    () => {
      send(api.auth.check, {}).then(
        () => {
          onRecovery()
          raiseRecovery()
          void queryClient.invalidateQueries()
        },
        // The next check follows.
        () => undefined,
      )
    },
    CHECK_EVERY_MS,
    { autoInvoke: true },
  )
  return (
    <div className={classes.notice}>
      <Loader size={14} aria-hidden />
      Reconnecting…
    </div>
  )
}
