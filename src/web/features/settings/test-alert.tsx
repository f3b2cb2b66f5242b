import { Alert } from '@mantine/core'
import { useState } from 'react'
import type { TestResult } from '#contract/alert-channel.ts'
import { type ActionKey, useAction } from '../../lib/action.ts'
import { toastFailure } from '../../lib/toast.tsx'

/** Returns an action that sends a test alert, and the receiver's last response. */
export function useTestAlert(key: ActionKey, send: () => Promise<TestResult>) {
  const [result, setResult] = useState<TestResult | null>(null)
  const action = useAction(key, async () => {
    setResult(null)
    try {
      setResult(await send())
    } catch (error) {
      toastFailure(error, { message: 'Failed to send a test' })
    }
  })
  return { ...action, result }
}

export function TestOutcome({ result }: { result: TestResult | null }) {
  if (!result) return null
  return (
    <Alert
      w="100%"
      p="xs"
      role="status"
      // The default title, green on light green, is hard to read.
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
      color={result.is_delivered ? 'green' : 'red'}
      title={result.is_delivered ? 'The test was delivered' : 'The test was not delivered'}
    >
      {result.answer}
    </Alert>
  )
}
