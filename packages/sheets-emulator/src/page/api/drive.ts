import { infiniteQueryOptions } from '@tanstack/react-query'
import { requestJson } from './request.ts'

interface FileList {
  files: { id: string; name: string; modifiedTime?: string }[]
  nextPageToken?: string
}

/** All spreadsheets in pages, the most recently modified first. */
export function spreadsheetListQuery() {
  return infiniteQueryOptions({
    queryKey: ['spreadsheet-list'],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({
        pageSize: '100',
        orderBy: 'modifiedTime desc',
        q: "mimeType='application/vnd.google-apps.spreadsheet' and trashed=false",
        fields: 'files(id,name,modifiedTime),nextPageToken',
      })
      if (pageParam) query.set('pageToken', pageParam)
      return requestJson<FileList>(`/drive/v3/files?${query}`, { signal })
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.nextPageToken,
    refetchInterval: 10_000,
  })
}
