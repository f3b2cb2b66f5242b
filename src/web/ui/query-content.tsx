import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFailureToast } from '../lib/toast.tsx'
import { LoadFailure } from './load-failure.tsx'
import { LoadingSpinner } from './loading-spinner.tsx'

interface Props<Data> {
  query: UseQueryResult<Data>
  /** Name of the content while it loads, for screen readers. */
  loading: string
  failure: string
  children: (data: Data) => ReactNode
}

/** Renders the data of a query once it has loaded. Until then, renders a spinner, or a failure with a button to retry. */
export function QueryContent<Data>({ query, loading, failure, children }: Props<Data>) {
  useFailureToast(query, failure)
  if (query.isPending) return <LoadingSpinner label={loading} />
  if (query.isLoadingError) return <LoadFailure title={failure} onRetry={query.refetch} />
  return children(query.data)
}
