/** 52 bits of FNV-1a in two halves. */
export function hashText(text: string): number {
  let [low, high] = [0x811c9dc5, 0x01000193]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    low = Math.imul(low ^ code, 0x01000193)
    high = Math.imul(high ^ code, 0x85ebca6b)
    high ^= high >>> 13
  }
  return (low >>> 0) * 0x100000 + ((high >>> 0) & 0xfffff)
}
