import { dirname, join, normalize } from 'node:path'

const LINK = /(!?)\[([^\]]*)\]\(([^()\s]+)\)/g
const OUTSIDE = /^([a-z]+:|#)/

/** Replaces links to missing files with their text, and removes missing pictures. */
export function removeDeadLinks(
  page: string,
  { path, exists }: { path: string; exists(path: string): boolean },
): string {
  return page.replaceAll(LINK, (link: string, picture: string, text: string, target: string) => {
    if (OUTSIDE.test(target) || exists(resolveLink(path, target))) return link
    return picture === '' ? text : ''
  })
}

/** Lists the links of a page to files, as paths. */
export function listLinks(page: string, path: string): string[] {
  return [...page.matchAll(LINK)]
    .map(([, , , target = '']) => target)
    .filter((target) => !OUTSIDE.test(target))
    .map((target) => resolveLink(path, target))
}

function resolveLink(path: string, target: string): string {
  return normalize(join(dirname(path), target.replace(/#.*/, '')))
}
