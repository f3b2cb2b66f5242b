import { CallError, messageOf, statusOf } from '../../lib/call-error.ts'

/** The message for a failed deletion. */
export function deletionFailure(error: unknown): string {
  return statusOf(error) === 400 ? messageOf(error, 'Cannot delete this type') : 'Failed to delete sync task type'
}

/** The message for an import that did not start. */
export function typeImportFailure(error: unknown): string {
  if (statusOf(error) === 413) return 'File too large. Please use a smaller file.'
  return messageOf(error, statusOf(error) === 400 ? 'Invalid file format' : 'Import failed. Please try again.')
}

/** The message for a failed export. */
export function typeExportFailure(error: unknown): string {
  if (error instanceof CallError && error.isTimeout) return 'Export timed out. Please try again.'
  return messageOf(error, 'Export failed. Please try again.')
}
