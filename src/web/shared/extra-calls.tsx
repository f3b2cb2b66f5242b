import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { appInfoQuery } from '../data/app-info.ts'

interface Props {
  children: ReactNode
  /** Shown on a server that only follows the specification. */
  otherwise?: ReactNode
  /** Whether to show the children before the server responds, so nothing moves when it does. */
  isAwaited?: boolean
}

/** Content that needs calls beyond the specification. */
export function ExtraCalls({ children, otherwise = null, isAwaited = false }: Props) {
  const { isSuccess, isPending } = useQuery(appInfoQuery())
  return isSuccess || (isAwaited && isPending) ? children : otherwise
}
