#!/bin/sh
# An array of jobs: each does each 100th part into one folder on a shared disk; the last to end completes it.
# A job that is started again continues where it was: sbatch --requeue docs/cluster/slurm.sh
#SBATCH --job-name=boards
#SBATCH --array=1-100
#SBATCH --cpus-per-task=8
#SBATCH --mem=2G
#SBATCH --time=04:00:00
exec unriddle batch boggle /shared/boards.parquet --column board --keep id -o /shared/out --format parquet \
    --shard "$SLURM_ARRAY_TASK_ID/100" --threads "$SLURM_CPUS_PER_TASK" --resume
