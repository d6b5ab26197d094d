import { running } from "./filled-store"

export default async function globalTeardown(): Promise<void> {
  await running.stop()
}
