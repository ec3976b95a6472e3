"""A Dask cluster out of jobs of Slurm (PBS, LSF, SGE by another class): python docs/cluster/jobqueue.py."""

from dask_jobqueue import SLURMCluster

from unriddle.batch import run_batch

with SLURMCluster(cores=8, processes=8, memory="8GB", walltime="04:00:00") as cluster:
    cluster.adapt(minimum_jobs=1, maximum_jobs=50)  # jobs come and go; a part that was lost is done again
    summary = run_batch(
        "boggle",
        "/shared/boards.parquet",
        "/shared/out",
        column="board",
        keep=["id"],
        form="parquet",
        resume=True,
        cluster=cluster.scheduler_address,
    )
print(summary)
