// The logo: a falling drop that is a small ringed planet.

const DROP =
  '<path d="M32 3C35 13 52 23 52 40A20 20 0 0 1 12 40C12 23 29 13 32 3Z" fill="#c6ff3d"/>' +
  '<path d="M32 3C35 13 52 23 52 40A20 20 0 0 1 34 60C44 46 42 26 32 3Z" fill="#5f8a00" fill-opacity=".38"/>' +
  '<path d="M20 38C21 31 25 26 28 22" fill="none" stroke="#fff" stroke-opacity=".75" stroke-width="3" stroke-linecap="round"/>'

// The ring passes behind the drop above and in front of it below.
const RING_BEHIND =
  '<path d="M49 33C57 29 61 30 60 34" fill="none" stroke="#c6ff3d" stroke-width="4" stroke-linecap="round"/>'

const RING_BEFORE =
  '<path d="M60 34C57 42 34 54 15 54C8 54 4 52 4 49C4 45 8 42 13 39" fill="none" stroke="#07080f" stroke-width="9" stroke-linecap="round"/>' +
  '<path d="M60 34C57 42 34 54 15 54C8 54 4 52 4 49C4 45 8 42 13 39" fill="none" stroke="#c6ff3d" stroke-width="4" stroke-linecap="round"/>'

/** Standalone SVG of 64 × 64 on a transparent ground. */
export const logoMark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${RING_BEHIND}${DROP}${RING_BEFORE}</svg>`

/** The logo on a rounded dark square, for tabs. */
export const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="15" fill="#07080f"/><g transform="translate(5.5 5) scale(.83)">${RING_BEHIND}${DROP}${RING_BEFORE}</g></svg>
`

/** The logo on a full dark square, for home screens that round the corners themselves. */
export const homeScreenIcon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#07080f"/><g transform="translate(8.5 8) scale(.735)">${RING_BEHIND}${DROP}${RING_BEFORE}</g></svg>`

/** The logo on a full dark square, within the circle of 80 % of its width that no launcher's mask cuts. */
export const maskableIcon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#07080f"/><g transform="translate(11.5 11.5) scale(.64)">${RING_BEHIND}${DROP}${RING_BEFORE}</g></svg>`
