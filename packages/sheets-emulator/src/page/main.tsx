import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { ListPage } from './list/list-page.tsx'
import { SpreadsheetPage } from './spreadsheet/spreadsheet-page.tsx'
import { NoticesProvider } from './ui/notices.tsx'
import './tokens.css'

const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: 1, staleTime: 2_000, gcTime: 60_000 } },
})

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root element to render into.')
createRoot(root).render(
  <QueryClientProvider client={queryClient}>
    <NoticesProvider>
      <App />
    </NoticesProvider>
  </QueryClientProvider>,
)

/** `/spreadsheets/d/{id}/edit` shows that spreadsheet; every other path shows the list. */
function App() {
  const id = /^\/spreadsheets\/d\/([^/]+)/.exec(location.pathname)?.[1]
  return id === undefined ? <ListPage /> : <SpreadsheetPage id={decodeURIComponent(id)} />
}
