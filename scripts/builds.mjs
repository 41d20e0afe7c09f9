// Builds in folders of their own, dist/<digest>, and the name of the current one in the file dist/current: a running instance keeps the
// folder that it started with. Plain JavaScript for Node 20, like steps.mjs.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/** Digits of a SHA-256 that name a build. */
const NAME = /^[0-9a-f]{16}$/
const UNFINISHED = /^building-(\d+)$/

/** The current build and the one before it: browsers and instances may still have pages of that one. */
const KEPT = 2

/** Written last: tells that a build is complete, and by its time when it became the current one. */
const STAMP = 'sources.sha256'

/** Returns the name of the build that sources with a digest make. */
export const buildName = (digest) => digest.slice(0, 16)

/** Tells whether a process runs; one of another user does too. */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Tells whether a running instance has marked a build as its own (src/server/site/current-build.ts). */
function isUsed(folder) {
  const marks = join(folder, 'used')
  return existsSync(marks) && readdirSync(marks).some((pid) => isAlive(Number(pid)))
}

/** Tells whether a build is complete. */
export function hasBuild(dist, name) {
  return existsSync(join(dist, name, STAMP))
}

/** Makes an empty folder for a build of this process, and returns it. */
export function startBuild(dist) {
  const folder = join(dist, `building-${process.pid}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Gives the folder of a finished build its name. A build of the same sources that another process has finished meanwhile stays. */
export function finishBuild(dist, folder, digest) {
  const name = buildName(digest)
  writeFileSync(join(folder, STAMP), digest)
  if (hasBuild(dist, name)) {
    rmSync(folder, { recursive: true })
    return
  }
  // What a removal that was interrupted has left.
  rmSync(join(dist, name), { recursive: true, force: true })
  renameSync(folder, join(dist, name))
}

/** Makes a complete build the current one, for instances that start from now on, and removes builds that are no longer needed. */
export function switchTo(dist, name) {
  const current = join(dist, 'current')
  if (!existsSync(current) || readFileSync(current, 'utf8') !== name) {
    // Later than each other build, although two may be made within one millisecond, and although the clock may be set back.
    const times = otherBuilds(dist, name).map((other) => Math.round(becameCurrentMs(dist, other)) + 1)
    const since = new Date(Math.max(Date.now(), ...times))
    utimesSync(join(dist, name, STAMP), since, since)
    const written = `${current}.${process.pid}`
    writeFileSync(written, name)
    renameSync(written, current)
  }
  removeOld(dist, name)
}

/** Returns when a build became the current one, in milliseconds since 1970, and 0 for one that is not complete. */
function becameCurrentMs(dist, name) {
  return hasBuild(dist, name) ? statSync(join(dist, name, STAMP)).mtimeMs : 0
}

/** Returns the names of all builds but one, complete or not. */
function otherBuilds(dist, current) {
  return readdirSync(dist).filter((name) => NAME.test(name) && name !== current)
}

function removeOld(dist, current) {
  const newestFirst = otherBuilds(dist, current).sort(
    (one, other) => becameCurrentMs(dist, other) - becameCurrentMs(dist, one),
  )
  for (const name of newestFirst.slice(KEPT - 1)) {
    if (!isUsed(join(dist, name))) rmSync(join(dist, name), { recursive: true, force: true })
  }
  for (const name of readdirSync(dist)) {
    const pid = UNFINISHED.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(dist, name), { recursive: true, force: true })
  }
}
