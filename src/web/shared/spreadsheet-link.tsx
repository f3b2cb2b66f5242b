import { useAppInfo } from '../data/app-info.ts'

interface Props {
  id: string
  /** The spreadsheet's title; null when unknown, and the id is shown instead. */
  name: string | null
  className?: string | undefined
}

/** Opens the spreadsheet in a new tab. */
export function SpreadsheetLink({ id, name, className }: Props) {
  const url = useSpreadsheetUrl(id)
  if (id === '') return <span className={className}>{name || '-'}</span>
  return (
    <a className={className} href={url} target="_blank" rel="noreferrer" title={name ? `${name} (${id})` : id}>
      {name || id}
    </a>
  )
}

/** Where a spreadsheet opens; undefined until it is known. */
export function useSpreadsheetUrl(id: string): string | undefined {
  return useAppInfo()?.spreadsheet_url.replace('{id}', encodeURIComponent(id))
}
