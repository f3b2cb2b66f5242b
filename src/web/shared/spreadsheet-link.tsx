import { useAppInfo } from '../data/app-info.ts'

interface Props {
  id: string
  /** Title of the spreadsheet. If it is null, the link shows the ID. */
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

/** Returns the address of a spreadsheet; undefined until it is known. */
export function useSpreadsheetUrl(id: string): string | undefined {
  return useAppInfo()?.spreadsheet_url.replace('{id}', encodeURIComponent(id))
}
