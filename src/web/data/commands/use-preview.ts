import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../lib/paths.ts'
import type { PreviewScope } from '../preview-key.ts'

export type StartPreview = (scope: PreviewScope) => Promise<void>

/** Returns a stable function that starts a preview and opens its page. */
export function usePreview(): StartPreview {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useCallback(
    async (scope) => {
      const { startPreview } = await import('../previews.ts')
      const id = await startPreview(queryClient, scope)
      if (id !== undefined) await navigate(paths.preview(id))
    },
    [queryClient, navigate],
  )
}
