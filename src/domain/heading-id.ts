/** The ID of a heading, as GitHub makes it: `### Files people pick` has `files-that-people-pick`. */
export function headingId(heading: string): string {
  return heading
    .replaceAll(/\]\([^()]*\)/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .trim()
    .replaceAll(' ', '-')
}
