import { ConsoleLink } from './console-link.tsx'

/** First step of every way to set up a service account: enabling the APIs. */
export function EnableApis() {
  return (
    <li>
      Open <ConsoleLink path="projectcreate">the Google Cloud console</ConsoleLink> and create a project. It costs
      nothing. Enable the <ConsoleLink path="apis/library/sheets.googleapis.com">Google Sheets API</ConsoleLink> in it,
      and the <ConsoleLink path="apis/library/drive.googleapis.com">Google Drive API</ConsoleLink>. Without Drive, tasks
      copy, but spreadsheets are not listed to choose from, and edits are not noticed.
    </li>
  )
}
