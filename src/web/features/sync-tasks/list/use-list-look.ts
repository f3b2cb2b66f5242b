import { useLocalStorage } from '@mantine/hooks'

/** How the list of tasks is shown. */
export type ListLook = 'cards' | 'rows'

/** Minimum number of tasks from which on rows are offered. */
const MIN_TASKS_FOR_OFFER = 40

/** The look saved in this browser, shared by its windows, and whether to offer rows: not to people who have chosen. */
export function useListLook(total: number) {
  const [saved, save] = useLocalStorage<ListLook | ''>({
    key: 'nano-sync-task-view',
    defaultValue: '',
    getInitialValueInEffect: false,
    serialize: (look) => look,
    deserialize: (text) => (text === 'rows' || text === 'cards' ? text : ''),
  })
  return { look: saved || 'cards', setLook: save, isOffered: saved === '' && total > MIN_TASKS_FOR_OFFER }
}
