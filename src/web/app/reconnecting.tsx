import { Loader } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '#contract/api.ts'
import { send } from '../lib/call.ts'
import { onDatabaseAway, raiseDatabaseBack } from '../lib/database-away.ts'
import classes from './reconnecting.module.css'

const CHECK_EVERY_MS = 3_000

/** Says so while the server cannot reach its database, and reloads what is on the screen once it can again. */
export function Reconnecting() {
  const [isAway, setIsAway] = useState(false)
  useEffect(() => onDatabaseAway(() => setIsAway(true)), [])
  return (
    <div role="status" className={classes.status}>
      {isAway && <AwayNotice onBack={() => setIsAway(false)} />}
    </div>
  )
}

function AwayNotice({ onBack }: { onBack: () => void }) {
  const queryClient = useQueryClient()
  useInterval(
    () => {
      send(api.auth.check, {}).then(
        () => {
          onBack()
          raiseDatabaseBack()
          void queryClient.invalidateQueries()
        },
        // Still away: the next check follows.
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
