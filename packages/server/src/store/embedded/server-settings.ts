import { embeddedConnections } from '../connection-budget.ts'
import type { Binaries } from './binaries.ts'

/**
 * Settings that keep the server small beside the application; durability (fsync, synchronous commit, full page
 * writes, checksums) stays at its safe defaults. Errors are logged without statements and values: they are mail.
 */
export function serverSettings(socketFolder: string): string[] {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    // Small: what it does not hold is still in the system's cache, which other programs can have when they need it.
    shared_buffers: '32MB',
    max_connections: String(embeddedConnections),
    max_worker_processes: '4',
    max_parallel_workers: '2',
    max_logical_replication_workers: '0',
    autovacuum_worker_slots: '3',
    // Each takes as much as several connections, and during a first import all of them would find something to do.
    autovacuum_max_workers: '1',
    autovacuum_work_mem: '16MB',
    io_method: 'sync',
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '512MB',
    jit: 'off',
    // Pages come from memory or a solid-state disk, where the next page is no cheaper than any other.
    random_page_cost: '1.1',
    // A first import fills empty tables within a minute; plans made before their first ANALYZE read them whole.
    autovacuum_naptime: '10s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Nothing of our own environment: it holds secrets, and PG* variables would change what the server does. */
export function serverEnvironment({ libraryPath }: Binaries): NodeJS.ProcessEnv {
  return { PATH: '/usr/bin:/bin', LC_ALL: 'C', LD_LIBRARY_PATH: libraryPath, DYLD_LIBRARY_PATH: libraryPath }
}
