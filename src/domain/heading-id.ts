/** ID of a heading on GitHub: `### Files people pick` has `files-people-pick`. */
export function headingId(heading: string): string {
  return heading
    .replaceAll(/\]\([^()]*\)/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .trim()
    .replaceAll(' ', '-')
}
