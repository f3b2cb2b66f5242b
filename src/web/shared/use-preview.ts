import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import type { PreviewScope } from '../data/preview-key.ts'
import { paths } from '../lib/paths.ts'

/** Starts a preview and shows its page. The function is stable. */
export function usePreview(): (scope: PreviewScope) => Promise<void> {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useCallback(
    async (scope) => {
      const { startPreview } = await import('../data/previews.ts')
      const id = await startPreview(queryClient, scope)
      if (id !== undefined) await navigate(paths.preview(id))
    },
    [queryClient, navigate],
  )
}
