import styles from './list.module.css'

interface SpreadsheetTableProps {
  files: { id: string; name: string; modifiedTime?: string }[]
}

const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

export function SpreadsheetTable({ files }: SpreadsheetTableProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Changed</th>
        </tr>
      </thead>
      <tbody>
        {files.map(({ id, name, modifiedTime }) => (
          <tr key={id}>
            <td>
              <a href={`/spreadsheets/d/${encodeURIComponent(id)}/edit`} dir="auto">
                {name}
              </a>
            </td>
            <td>{modifiedTime && <time dateTime={modifiedTime}>{dateTime.format(new Date(modifiedTime))}</time>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
