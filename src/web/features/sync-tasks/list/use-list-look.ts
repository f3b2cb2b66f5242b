import { useLocalStorage } from '@mantine/hooks'
import { useEffect, useState } from 'react'

/** Layout of the list of tasks. */
export type ListLook = 'cards' | 'rows'

/** Minimum number of tasks; above it, rows are offered. */
const MIN_TASKS_FOR_OFFER = 40

/** Returns the look saved in this browser, shared by its windows. Also offers rows once, unless the user has chosen a look. */
export function useListLook(total: number) {
  const [saved, save] = useLocalStorage<ListLook | ''>({
    key: 'nano-sync-task-view',
    defaultValue: '',
    getInitialValueInEffect: false,
    serialize: (look) => look,
    deserialize: (text) => (text === 'rows' || text === 'cards' ? text : ''),
  })
  const [isNew] = useState(saved === '')
  const isOffered = isNew && saved !== 'rows' && total > MIN_TASKS_FOR_OFFER
  useEffect(() => {
    if (isOffered && saved === '') save('cards')
  }, [isOffered, saved, save])
  return { look: saved || 'cards', setLook: save, isOffered }
}
