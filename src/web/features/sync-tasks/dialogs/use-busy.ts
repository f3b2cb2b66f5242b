import { useState } from 'react'

/** Whether an action is under way, and what runs one. */
export function useBusy(): [isBusy: boolean, whileBusy: (action: () => Promise<unknown>) => void] {
  const [isBusy, setIsBusy] = useState(false)
  return [
    isBusy,
    (action) => {
      setIsBusy(true)
      void action().finally(() => setIsBusy(false))
    },
  ]
}
