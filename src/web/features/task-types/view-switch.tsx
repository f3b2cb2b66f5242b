import { SegmentedControl } from '@mantine/core'

export type View = 'list' | 'graph'

const CHOICES: { value: View; label: string }[] = [
  { value: 'list', label: 'List' },
  { value: 'graph', label: 'Graph' },
]

/** The view that an address asks for. */
export function viewIn(search: URLSearchParams): View {
  return search.get('view') === 'graph' ? 'graph' : 'list'
}

/** Chooses how the types are shown. */
export function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  return <SegmentedControl aria-label="View" data={CHOICES} value={view} onChange={onChange} />
}
